"""The action codes, what is refused and how the table speaks: section 8, action codes, DCRIB-2.1, 3.3, 3.5."""

from itertools import permutations

import pytest

import torite
from tests.aloud import legal, turn
from tests.clauses import clause
from tests.games.domino_cribbage.builders import D, N, begin, dealt, lay_away, line, play, play_on, points, table
from tests.looking import of_kind
from torite import Match
from torite.errors import IllegalMove, NotYourTurn
from torite.scenes.choice_schema import Pick, Tap

LANGUAGES = ("en", "ja")


def prompts(m: Match, viewer: int) -> list[str]:
    """What the table asks a viewer, in both languages."""
    return [torite.lay_out(m, viewer, language).prompt for language in LANGUAGES]


@clause("DCRIB-2.1", "DCRIB-2.5")
def test_code_of_the_crib() -> None:
    """In any order, whole or one tile at a time; the composite form is the one that is written down."""
    own = dealt(table())[0][N][4:]
    written = set()
    for one, other in permutations(own):
        whole, single = table(), table()
        whole.act(N, f"crib {one} {other}")
        single.act(N, f"crib {one}")
        assert single.gestures.begun(N)
        single.act(N, f"crib {other}")
        for m in (whole, single):
            assert sorted(set(dealt(m)[0][N]) - set(own)) == sorted(m.cards(N))
            written.add(m.history(N)[-1].code)
            assert any(text.endswith(m.history(N)[-1].code) for text in torite.write(m).splitlines())
    assert len(written) <= 2
    assert all(sorted(own) == sorted(code.split()[1:]) for code in written)


@clause("DCRIB-3.1", "DCRIB-3.5")
@pytest.mark.parametrize("code", ["play 6-4", "PLAY 6-4", "play 4-6"])
def test_code_of_a_tile(code: str) -> None:
    """The larger end is written first, whatever was said."""
    m = begin("6-4")
    m.act(N, code)
    assert "play 6-4" == m.history(D)[-1].code


@clause("DCRIB-3.5", "DCRIB-3.14")
def test_no_other_codes() -> None:
    """`crib` and `play` are all; each only in its phase."""
    m = table()
    assert {"crib"} == {code.split()[0] for seat in (N, D) for code in legal(m, seat)}
    assert m.gestures.refusal(N, f"play {m.cards(N)[0]}") is not None
    lay_away(m)
    while not m.log.deal_over:
        assert {"play"} == {code.split()[0] for code in legal(m)}
        if len(m.cards(turn(m))) > 1:
            assert m.gestures.refusal(turn(m), "crib " + " ".join(m.cards(turn(m))[:2])) is not None
        m.act(turn(m), m.actions(turn(m))[0])


@clause("DCRIB-3.14", "DCRIB-3.5")
def test_only_tile_that_fits_is_still_an_action() -> None:
    """The last tiles are played by their owner, one by one."""
    m = line("6-0 5-0 4-0 3-0 6-1")
    while not m.log.deal_over:
        assert 1 <= len(m.actions(turn(m)))
        m.act(turn(m), m.actions(turn(m))[0])
    assert 8 == sum(seen.code.startswith("play") for seen in m.history(N))


@clause("DCRIB-3.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_refusals(language: str) -> None:
    """Whole sentences, with the tile in question, and the clause where one forbids it."""
    m = play(begin("6-5 5-4 6-4 2-0", "6-6 1-1"), "6-5 6-6")
    too_high = m.why(N, "play 6-4", language)
    assert too_high is not None
    assert "DCRIB-3.3" == too_high[1]
    assert all(word in too_high[0] for word in ("23", "[6-4]", "[2-0]", "31"))
    for code in ("play 1-1", "play 6-5", "crib 6-4 5-4", "go", "play 9-9", ""):
        why = m.why(N, code, language)
        assert why is not None
        assert "DCRIB" not in why[1]
        assert len(why[0]) > 10
        assert "refusal." not in why[0]


@clause("DCRIB-3.1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_not_your_turn(language: str) -> None:
    """The other's turn, and before both have laid away."""
    m = begin("6-0", "5-0")
    with pytest.raises(NotYourTurn) as error:
        m.act(D, "play 5-0")
    assert "error." not in error.value.say(language)
    m = lay_away(table(), D)
    with pytest.raises(NotYourTurn):
        m.act(D, f"play {m.cards(D)[0]}")
    with pytest.raises(IllegalMove):
        m.act(N, f"play {m.cards(N)[0]}")


@clause("DCRIB-2.1", "DCRIB-3.1", "DCRIB-3.11")
def test_prompts() -> None:
    """Whose crib it is, lead or answer, the count and what may be added, [0-0] on 31: in both languages."""
    m = table("6-6 5-4 0-0 2-1", "5-5 6-4 2-2 1-0")
    asked = [prompts(m, N), prompts(m, D)]
    assert asked[0] != asked[1]
    lay_away(m)
    asked.append(prompts(m, N))
    play(m, "6-6")
    asked.append(prompts(m, D))
    assert all("12" in text and "19" in text for text in asked[-1])
    play(m, "5-5 5-4")
    asked.append(prompts(m, N))
    assert all("31" in text for text in asked[-1])
    assert 10 == len({text for pair in asked for text in pair})
    assert all(pair[0] != pair[1] for pair in asked)
    assert all("{" not in text and "prompt." not in text for pair in asked for text in pair)


@clause("DCRIB-2.1", "DCRIB-3.3", "DCRIB-3.5")
def test_choices_of_the_scene() -> None:
    """Two tiles to pick for the crib; one tile to tap in the play, of those that fit."""
    m = table()
    for seat in (N, D):
        pick = of_kind(Pick, *torite.lay_out(m, seat).choices)
        assert ("crib", 2, 2) == (pick.verb, pick.least, pick.most)
        assert set(m.cards(seat)) == set(pick.pieces)
    assert [] == torite.lay_out(m, -1).choices
    m = play(begin("6-5 5-4 6-4 2-0", "6-6 1-1"), "6-5 6-6")
    tap = of_kind(Tap, *torite.lay_out(m, N).choices)
    assert ("play", ["2-0"]) == (tap.verb, tap.pieces)
    assert [] == torite.lay_out(m, D).choices


@clause("DCRIB-3.2", "DCRIB-3.4", "DCRIB-3.7", "DCRIB-5.1", "DCRIB-6.1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_told_in_words(language: str) -> None:
    """The log of a whole match, for either player and a spectator: no sentence lacks its words."""
    m = torite.Match("domino-cribbage", options={"double_blank_on_31": "split"}, seed=4, pause=True)
    while not m.over:
        lay_away(m)
        play_on(m)
        if not m.over:
            m.go_on()
    for viewer in (N, D, -1):
        scene = torite.lay_out(m, viewer, language, since=0)
        texts = [entry.text for entry in scene.log] + [entry.text for entry in scene.account]
        assert len(m.log.standing) == len(scene.log)
        assert all(texts)
        assert not [text for text in texts if "{" in text or "note." in text or "said." in text]


@clause("DCRIB-4.1", "DCRIB-4.6", "DCRIB-4.8")
def test_counted_is_what_scored_last() -> None:
    """The lines of the latest tile that scored, until the deal is over; then they are in the account."""
    m = line("2-2 1-5")
    assert () == m.score_sheet.last_scored
    m = line("2-2 1-5 4-1")
    found = [(note.line.key, note.seat, note.amount) for note in m.score_sheet.last_scored]
    assert found == points(m)
    assert {("fifteen", N, 2), ("run", N, 3)} == set(found)
    assert [note.amount for note in torite.lay_out(m, -1).counted] == [amount for _, _, amount in found]
    m = line("2-2 1-5 4-1 1-0")
    assert found == [(note.line.key, note.seat, note.amount) for note in m.score_sheet.last_scored]
    play_on(m)
    assert () == m.score_sheet.last_scored
    assert found == [(note.line.key, note.seat, note.amount) for note in m.score_sheet.account][:2]
