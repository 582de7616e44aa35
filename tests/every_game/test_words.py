"""Every text that a game needs exists in every language, and its files hold nothing else."""

from __future__ import annotations

import ast
import enum
import inspect
import re
import string
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import torite
from tests.conftest import Many
from tests.strategies import INSIDE, Table, speaks, usual_tables, walk
from tools.sentence_families import FAMILIES, asked, named
from torite.games import catalogue, games
from torite.kernel.fields import See
from torite.kit import Display, Game, Shown
from torite.kit.options import option_text
from torite.scenes.labels import legend
from torite.words import HERE, LANGUAGES, PER_CENT, Words, table
from torite.worlds import SPECTATOR, view

GAMES = list(games().values())
FOLDERS = sorted(
    {file.parent for file in INSIDE.rglob("words/en.toml")}
    | {game.folder / "words" for game in GAMES if speaks(game) == list(LANGUAGES)}
)
every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-words")
OWN_PLACES = ("hand", "trick", "line", "starter")  # what lies there needs no word
PERSONAL = ("said_you.", "note_you.", "chance_you.")  # forms that a language may have or not


def texts(game: Game, language: str) -> dict[str, str]:
    """The game's own sentences; none where it leaves a language for later."""
    return dict(table(game.folder / "words" / f"{language}.toml")) if language in speaks(game) else {}


def facts_of(text: str) -> set[str]:
    """The names of what is filled in."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def verb_keys(game: Game) -> Iterator[str]:
    for verb in game.verbs.listed:
        key = verb.key
        yield f"verb.{key}"
        if verb.name not in ("wait", "done"):
            yield f"said.{key}"
            if verb.shown is not Shown.ALL:
                yield f"said.{(verb.sealed or key).replace(' ', '_')}_unseen"


def option_keys(game: Game) -> Iterator[str]:
    for name, kind in game.option_class.types().items():
        yield f"option.{name}.text"
        if isinstance(kind, type) and issubclass(kind, enum.IntEnum):
            yield from (f"option.{name}.value.{option_text(member)}" for member in kind)


def clash_keys(game: Game) -> Iterator[str]:
    """The keys that `clash` may return: the names written in it that are neither clauses nor sentences."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(game.option_class.clash)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch("[a-z0-9_]+", node.value):
            yield f"clash.{node.value}"


def declares(game: Game, hook: str) -> bool:
    """Tell whether a game has a function for showing of its own."""
    return vars(game.display)[hook] is not vars(Display())[hook]


def needed(game: Game) -> set[str]:
    """The keys that follow from what a game declares."""
    keys = {"title", "line", "goal"}
    keys |= {f"variant.{name}.{part}" for name in game.variants for part in ("title", "line")}
    keys |= {*verb_keys(game), *option_keys(game), *clash_keys(game)}
    keys |= {f"phase.{phase.name.lower()}" for phase in game.phase}
    keys |= {f"prompt.{name}" for name in game.display.prompts} | {*game.display.says}
    keys |= {f"figure.{name}" for name in game.figures}
    keys |= {f"chance.{name}" for name in game.chances.names[1:]}
    keys |= {f"refusal.{line.key}" for line in game.refusals.listed}
    keys |= {f"note.{line.key}" for line in game.notes.listed}
    keys |= {f"zone.{field.name}" for field in game.layout.fields if field.is_place}
    keys |= {"alike"} if declares(game, "alike") else set()
    return keys | ({"road.title"} if declares(game, "road") else set())


def explained(game: Game, name: str) -> bool:
    """Tell whether there is a word of which a sentence says what it means; the library's own words count too."""
    family, _, word = name.partition(".")
    marks = [f"{family}.{word}", *game.words("en").keys(f"{family}.{word}.")]
    return family in ("fact", "seat_fact", "gauge", "mark", "value", "zone") and any(
        game.words("en").knows(key) for key in marks
    )


def presents(game: Game, name: str) -> bool:
    """Tell whether a sentence says a variant's goal, how else it is called, or after which game one may try it."""
    variant, _, about = name.partition(".")
    words, liked = game.words("en"), about.removeprefix("like.")
    known = words.knows(f"known.{liked}") or liked in catalogue()
    return variant in game.variants and (about in ("also", "goal") or (about.startswith("like.") and known))


def allowed(game: Game, key: str) -> bool:
    """Tell whether a key that is not needed may stand in a game's file all the same."""
    family, _, name = key.partition(".")
    public = {f.name: f.spec.shape for f in game.layout.fields if f.spec.see is See.ALL and f.spec.holds == "number"}
    single = {field for field, shape in public.items() if shape == ()}
    owned = {field for field, shape in public.items() if shape in (("seats",), ("chairs",))}
    scoring = {line.key for line in game.notes.listed if line.scoring}
    return {
        "taking": "takes" in {line.key for line in game.notes.listed},
        "fact": name in single | set(game.option_class.types()),
        "seat_fact": name in owned,
        "value": name.partition(".")[0] in public,
        "mark": name in single or name.partition(".")[0] in owned,
        "said_you": f"said.{name}" in needed(game),
        "why": name.removesuffix("_tied").removesuffix("_missed").removesuffix("_forced") in scoring,
        **dict.fromkeys(("note_team", "note_rest"), f"note.{name.removesuffix('_nothing')}" in needed(game)),
        "note_you": f"note.{name.removesuffix('_nothing')}" in needed(game),
        "chance_you": f"chance.{name}" in needed(game),
        "note": name.removesuffix("_nothing") in {line.key for line in game.notes.listed},
        "zone": name in {f.name for f in game.layout.fields if f.spec.holds in ("pieces", "sequence")},
        "prompt": name.upper() in game.phase.__members__,
        "family": name in {verb.name.rpartition(" ")[0].replace(" ", "_") for verb in game.verbs.listed},
        "gauge": declares(game, "gauges"),
        "meaning": explained(game, name),
        "card": True,
        "known": any(key.endswith(f".like.{name}") for key in game.words("en").keys("variant.")),
        "variant": presents(game, name),
    }.get(family, False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_text_exists(game: Game, language: str) -> None:
    """Variants, options, verbs, phases, prompts, chances, refusals, notes, places: all have their words."""
    words = game.words(language)
    if missing := sorted(key for key in needed(game) if not words.knows(key)):
        told = [f"words/{language}.toml of {game.name} has no sentence {key}" for key in missing]
        pytest.fail("\n".join(told), pytrace=False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_that_is_said_of_seats_and_piles_has_a_meaning(game: Game, language: str) -> None:
    """Whoever does not know such a word can ask: marks, the numbers of a seat, and what lies there."""
    words, known = game.words(language), legend(game, language)
    marks = [f"meaning.{key}" for key in words.keys("mark.")]
    unexplained = [key for key in marks if not any(map(words.knows, (key, key.rpartition(".")[0])))]
    numbers = [name for name, _ in known.seat_facts if not known.about("seat_fact", name)]
    places = [zone.name for zone in known.zones if zone.name not in OWN_PLACES and not zone.about]
    assert ([], [], []) == (unexplained, numbers, places)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_text_is_unused(game: Game, language: str) -> None:
    """A sentence that nothing can say is a leftover."""
    assert not sorted(key for key in texts(game, language) if key not in needed(game) and not allowed(game, key))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_personal_forms_are_whole(game: Game) -> None:
    """A language that says "you play" for one verb says it for all whose sentence names a seat."""
    for language in LANGUAGES:
        own = texts(game, language)
        for family in {key.split(".")[0] for key in own if key.startswith(PERSONAL)}:
            plain = family.removesuffix("_you")
            forms = {
                key.partition(".")[2]
                for key, text in own.items()
                if key.startswith(f"{plain}.") and not key.endswith("_unseen") and "seat" in facts_of(text)
            }
            told = (f"{family}.", f"{plain}_team.")  # what is said to a whole side is said to that seat
            assert forms == {k.partition(".")[2] for k in own if k.startswith(told)}


def test_when_a_match_is_over_and_who_wins_is_told() -> None:
    """At each of the library's own games; one from outside may not say it yet."""
    own = [game for game in GAMES if game.folder.is_relative_to(INSIDE)]
    assert [] == [game.name for game in own if not declares(game, "ends")]


@every_folder
def test_a_place_of_cards_counts_no_tricks(folder: Path) -> None:
    """Its number is of cards: beside "2 tricks" nobody has "Tricks won 8"."""
    for language, of_tricks in {"en": r"\btricks (won|taken)", "ja": "取ったトリック"}.items():
        named = {key: text for key, text in table(folder / f"{language}.toml").items() if key.startswith("zone.")}
        assert [] == [key for key, text in named.items() if re.search(of_tricks, text, re.IGNORECASE)]


@every_folder
def test_no_note_brings_a_colon_with_it(folder: Path) -> None:
    """Whoever writes its pieces after it writes one before them."""
    for language in LANGUAGES:
        told = {key: text for key, text in table(folder / f"{language}.toml").items() if key.startswith("note")}
        assert [] == [key for key, text in told.items() if text.rstrip().endswith((":", "："))]


@every_folder
def test_languages_have_the_same_keys(folder: Path) -> None:
    """What can be said in one language can be said in the other."""
    keys = [{key for key in table(folder / f"{lang}.toml") if not key.startswith(PERSONAL)} for lang in LANGUAGES]
    assert keys[0] == keys[1]


@every_folder
def test_languages_fill_in_the_same_facts(folder: Path) -> None:
    """A translation drops no fact; only a seat that is plain from the sentence before may go unnamed."""
    english, japanese = (table(folder / f"{language}.toml") for language in LANGUAGES)
    for key in english.keys() & japanese.keys():
        assert facts_of(english[key]) ^ facts_of(japanese[key]) <= {"seat"}, key


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_facts_can_be_filled_in(game: Game, many: Many) -> None:
    """A sentence asks only for facts that whoever speaks it has, in every language."""
    match = torite.Match(next(iter(game.variants)), seed=0)
    seat = match.actors[0]
    told = set(game.display.facts(match.view(seat), seat))
    laid_out = laid_out_facts(game, many(30, 10))
    options = set(game.option_class.types())
    known = {name: asked(name) | (told if one.game_facts else set()) for one in FAMILIES for name in named(one)}
    known["clash"] |= options
    known["ends"] |= {fact for at in usual_tables() if at.game is game for fact in ends_facts(at)}
    known["because"] |= {fact for at in usual_tables() if at.game is game for fact in because_facts(at)}
    known["mark"] |= {f.name for f in game.layout.fields if f.spec.see is See.ALL and f.spec.shape == ("seats",)}
    for family in ("waiting", "element_told"):
        known[family] |= laid_out.get(family, set())
    for language in LANGUAGES:
        for key, text in texts(game, language).items():
            may = known.get(key.split(".")[0], set()) | laid_out.get(key, set())
            assert facts_of(text) <= may, f"{key} of {language}.toml asks for {facts_of(text) - may}; it may for {may}"


def test_what_is_named_is_there(table: Table) -> None:
    """What is hidden, or at stake, names fields of the state."""
    game = table.game
    pieces = {field.name for field in game.layout.fields if field.spec.holds in ("pieces", "sequence")}
    numbers = {field.name for field in game.layout.fields if field.spec.holds == "number"}
    known = {
        "unseen_zones": pieces | {"last_trick"},
        "at_stake": pieces,
        "hidden_facts": numbers | set(game.option_class.types()),
    }
    for moment in walk(table, "named", 60):
        seen = view(game, moment.state, SPECTATOR)
        for hook, fields in known.items():
            named = set(getattr(game.display, hook)(seen))
            assert named <= fields, f"{table}: {hook} names {named - fields}; there are {sorted(fields)}"


def ends_facts(table: Table) -> set[str]:
    """The facts of when a match is over, the same in every sentence of a game."""
    told = table.game.display.ends(table.begin())
    return {*told.facts} if told else set()


def because_facts(table: Table) -> set[str]:
    """The facts of why an action is advised, the same in every sentence of a game."""
    if not declares(table.game, "because"):
        return set()
    for moment in walk(table, "because", 200):
        if moment.seat >= 0:
            seen = view(table.game, moment.state, moment.seat)
            if told := table.game.display.because(seen, moment.seat, moment.action):
                return {*told.facts}
    raise AssertionError(f"{table} says of nothing why it is advised")


def laid_out_facts(game: Game, matches: int) -> dict[str, set[str]]:
    """Play some matches at random, and collect the facts of each sentence on the state of a deal, or of a station.

    Of why a table waits and of what can be bet on every sentence has the same facts.
    """
    found: dict[str, set[str]] = {}
    shown = game.display
    asks = declares(game, "status") or declares(game, "road")
    for played in [at for at in usual_tables() if asks and at.game is game]:
        for number in range(matches):
            steps = [(moment.state, view(game, moment.state, 0)) for moment in walk(played, f"words {number}", 300)]
            seen = [before for _, before in steps] + [view(game, steps[-1][0], 0)]
            said = [(f"status.{key}", facts) for at in seen for key, facts in shown.status(at, 0)]
            said += [(f"station.{one.text.key}", one.text.facts) for at in seen for one in shown.road(at)]
            said += [("waiting", why.facts) for at in seen if (why := shown.waiting(at))]
            said += [("element_told", one.told.facts) for at in seen for one in shown.elements(at) if one.told]
            said += [(f"phrase.{key}", facts) for key, facts, _ in shown.phrases(seen[len(seen) // 2], 0)]
            for key, facts in said:
                found[key] = found.get(key, {*facts}) & {*facts}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_library_says_what_its_code_asks_for(language: str) -> None:
    """Every key of the library's own that stands in its source has a sentence."""
    asked = {
        key
        for file in INSIDE.rglob("*.py")
        for key in re.findall(r'"((?:error|refusal|waiting|result)\.[a-z_]*[a-z])"', file.read_text(encoding="utf-8"))
    }
    assert asked <= set(table(HERE / f"{language}.toml"))


def test_per_cent_is_written_one_way_in_a_language() -> None:
    """In sentences as in numbers: `25.0 %` in English, `25.0%` in Japanese."""
    forms = {
        "en": re.compile(r"(?<![\d}])%|(?<=[\d}])[ \N{NO-BREAK SPACE}]%"),
        "ja": re.compile(r"(?<![ \N{NO-BREAK SPACE}])%"),
    }
    for language, form in forms.items():
        assert Words(language, [{}]).interval(0.25, 0.006, ".1%") == f"25.0 ±0.6{PER_CENT[language]}"
        assert form.sub("", f"1{PER_CENT[language]}") == "1"
        for file in (*INSIDE.rglob(f"words/{language}.toml"), *INSIDE.rglob(f"words/*.{language}.toml")):
            for key, text in table(file).items():
                wrong = re.sub(form, "", text)
                assert not re.search("[%％]", wrong), f"{file.name}: {key}: {text}"
    own = [file for file in INSIDE.rglob("*.py") if re.search(r":[+,.\d]*%}", file.read_text(encoding="utf-8"))]
    assert not own, "shares are written by Words.number"


def test_a_sentence_is_outlined_without_its_facts() -> None:
    say = Words("en", [{"one": "{seat:seat} plays {n:a card|cards} {{so}}."}])
    assert say.outline("one") == "… plays cards {so}."
