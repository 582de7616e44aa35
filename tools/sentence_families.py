"""What a game's message files may say: each family of sentences, when it is said, and what it may ask for.

The page of the kit shows the table; the law of words holds every game to it.
"""

from __future__ import annotations

from typing import NamedTuple


class Family(NamedTuple):
    """A family of sentences.

    Attributes:
        keys: its keys in a message file; capitals stand for names of the game's own.
        when: when it is said, or what for.
        asks: the facts that a sentence may ask for by name, `{seat}`; beside those that the game's `facts` gives,
            where `game_facts` is set.
    """

    keys: str
    when: str
    asks: tuple[str, ...] = ()
    game_facts: bool = False


FAMILIES = (
    Family("title line", "the game, its charm in one line"),
    Family(
        "goal variant.NAME.goal", "what to play for, in one sentence, at one's first decision; where a variant differs"
    ),
    Family("ends.KEY", "when a match is over and who wins it, after the goal", ("what `ends` gives",)),
    Family("because.KEY", "why a choice is advised", ("name", "what `because` gives")),
    Family("taking", "who takes a trick, in one sentence, after each trick of a first deal"),
    Family("alike", "why pieces are equal that `alike` does not tell apart, in one sentence"),
    Family("variant.NAME.title variant.NAME.line", "each variant"),
    Family("variant.NAME.also", "what else a variant is called, to be found by"),
    Family("variant.NAME.like.GAME known.GAME", "why one may try it who likes that game; what that game is called"),
    Family("option.NAME.text option.NAME.value.VALUE", "an option; each value of one that is a choice"),
    Family("clash.KEY", "options that refuse one another", ("seats", "clause", "each option")),
    Family("phase.NAME", "each phase, in small letters"),
    Family("prompt.NAME", "what must be done: as `facts` names it, else by the phase", game_facts=True),
    Family("waiting.KEY", "why the table waits", ("seats", "what `waiting` gives")),
    Family("verb.VERB", "a button; blanks are `_`, capitals stay"),
    Family("family.VERB", "verbs that differ in their last word, together"),
    Family("about.VERB confirm.VERB", "what a button does; what is asked before it is pressed", game_facts=True),
    Family("said.VERB said.VERB_unseen", "what somebody did; where only the number is seen", ("seat", "cards", "n")),
    Family("said_you.VERB", "the same to who did it", ("cards", "n")),
    Family("chance.NAME", "what chance settled; the seat is its outcome where that is one", ("seat", "rolled")),
    Family("chance_you.NAME", "the same to that seat", ("rolled",)),
    Family("note.KEY note.KEY_nothing", "what came of it; where the amount is 0", ("seat", "side", "amount", "value")),
    Family("note_you.KEY", "the same to the seat of the note", ("side", "amount", "value")),
    Family(
        "note_team.KEY note_rest.KEY",
        "the same to all of that seat's side; to the seats of the others",
        ("seat", "side", "amount", "value"),
    ),
    Family("why.KEY", "after the deal, why a scoring line came", ("cards", "trick", "taken")),
    Family("refusal.KEY", "why an action is not allowed", ("piece", "other", "verb", "allowed", "hand"), True),
    Family("zone.FIELD", "a place of pieces"),
    Family("fact.FIELD", "a public number, or an option, beside the table"),
    Family("seat_fact.FIELD", "a public number of each seat"),
    Family(
        "mark.FIELD mark.FIELD.VALUE",
        "said of the seat that a field names, or of seats whose field is so",
        ("numbers of the seat",),
    ),
    Family(
        "meaning.fact.FIELD meaning.seat_fact.FIELD meaning.gauge.KEY meaning.zone.FIELD meaning.mark.FIELD "
        "meaning.mark.FIELD.VALUE meaning.value.FIELD.VALUE",
        "what such a word means, to whoever asks",
    ),
    Family("value.FIELD.VALUE", "a value of a field, and of a note of its name"),
    Family("status.KEY", "how the deal stands", ("what `status` gives",)),
    Family("gauge.KEY caption.KEY caption.KEY_about track.board road.title station.KEY", "what `Display` shows so"),
    Family("element.NAME element_told.KEY", "what can be bet on, and what is told of it"),
    Family("figure.NAME phrase.KEY card.CODE", "a figure; what is ready to be said; a piece by name"),
    Family("ending.KEY share.KEY", "how a match for one ended, as `facts` names it", game_facts=True),
)


def asked(family: str) -> set[str]:
    """Return the facts that every sentence of a family may ask for."""
    return {fact for one in FAMILIES if family in named(one) for fact in one.asks if " " not in fact}


def named(one: Family) -> set[str]:
    """Return the names of families that a row tells of."""
    return {keys.partition(".")[0] for keys in one.keys.split()}


def table() -> str:
    """Write the table of the page."""
    lines = ["| Keys | When | May ask for |", "|---|---|---|"]
    for one in FAMILIES:
        asks = [f"`{{{fact}}}`" if " " not in fact else fact for fact in one.asks]
        asks += ["what `facts` gives"] if one.game_facts else []
        keys = ", ".join(f"`{keys}`" for keys in one.keys.split())
        lines.append(f"| {keys} | {one.when} | {', '.join(asks)} |")
    return "\n".join([*lines, ""])
