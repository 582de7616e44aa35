"""Deals of Perlaggen, arranged so that a test reads aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import torite
from tests.aloud import codes, turn
from tests.arranged import new_match
from tests.games.perlaggen.naive_figures import ELEMENTS, PACK, SUITS, Figure, suit, wilds
from torite import Match

GAME = "perlaggen"
N, E, S, W = range(4)  #: the seats clockwise; N and S are partners, so are E and W
NS, EW = range(2)  #: the teams
SEATS = "NESW"
EVERYBODY = (N, E, S, W, -1)
STATUS = ("open", "given", "won", "tied", "void")

#: Trumps ♠, no wild card in any hand. N has two 10s and ♣9-8, E two 9s, S ♣K-Q, W nothing at all.
MIXED = ("C9 C8 D10 H10 SK", "H9 D9 CJ SA DQ", "CK CQ H7 D8 S9", "HA DJ C10 H8 DK")
#: Trumps ♠, no wild card in any hand. N has all trumps but one and wins every trick.
STRONG_N = ("SA SK S9 S8 H10", "HA H9 CK D8 CJ", "CA C10 H8 DK DJ", "HQ C9 DA D9 C8")
#: The hands of the ninth example: dealer N, ♠10 turned up.
NINTH = ("S7 HQ DQ C8 D9", "HA H9 CK D8 S8", "D6 CA C10 H10 DK", "SK S9 H8 C9 DA")
NINTH_PLAY = "HA H10 H8 HQ CK CA S9 C8 DA D9 D8 D6=SA C10 C9 S7=SK H9 DQ S8 DK SK"


def table(
    *hands: str,
    up: str = "S10",
    dealer: int = W,
    initial: dict[str, Any] | None = None,
    stock: str = "",
    seed: int = 1,
    **options: Any,
) -> Match:
    """Start a match with these hands, N's first; N leads unless another than W deals. What is not given is drawn."""
    options.setdefault("cut_ritual", "off")
    return new_match(
        GAME,
        options=options,
        hands={seat: hand for seat, hand in enumerate(hands) if hand},
        turned=up,
        stock=stock,
        dealer=dealer,
        initial=initial or {},
        seed=seed,
        pause=True,
    )


def tame(*hands: str, trump: str = "S", **how: Any) -> Match:
    """A match in which cards that are not given are never wild: all other wild cards are in the stock."""
    listed = [hand.split() for hand in (*hands, "", "", "", "")[:4]]
    up = how.pop("up", trump + "10" if not any(trump + "10" in hand for hand in listed) else trump + "9")
    used = {up, *(card for hand in listed for card in hand)}
    rest = [card for card in PACK if card not in used and card not in wilds(trump)]
    for hand in listed:
        while len(hand) < 5:
            hand.append(rest.pop(len(rest) * 5 // 7 % len(rest)))
    return table(*(" ".join(hand) for hand in listed), up=up, **how)


def legal(m: Match, seat: int | None = None) -> set[str]:
    """The codes of everything that a seat may take now; the seat in turn if none is named."""
    actions = m.actions(turn(m) if seat is None else seat)
    found = {action.code.removesuffix(" +") for action in actions}
    assert len(found) == len(actions)
    return found


def offers(m: Match, seat: int) -> set[str]:
    """The bets and concessions that a seat may make now."""
    return {code for code in legal(m, seat) if code.startswith(("bet", "concede"))}


def bets(m: Match, seat: int) -> set[str]:
    """The elements that a seat may bet on now."""
    return {code.split()[1] for code in legal(m, seat) if code.startswith("bet")}


def plays(m: Match, seat: int | None = None) -> set[str]:
    """The cards that may be played, as `D7=HA` where they stand for another."""
    return {code[5:].replace(" as ", "=") for code in legal(m, seat) if code.startswith("play")}


def as_any(card: str, suits: str = SUITS) -> set[str]:
    """A wild card as every card of some suits, also as itself."""
    return {card if other == card else f"{card}={other}" for other in PACK if suit(other) in suits}


def take(m: Match, *steps: str) -> Match:
    """Take these actions: `N bet gleich` for a seat that is named, else for the seat in turn."""
    for step in steps:
        seat, code = who(m, step)
        m.act(seat, code)
    return m


def who(m: Match, step: str) -> tuple[int, str]:
    """Read who acts, and the action."""
    if len(step) > 1 and step[0] in SEATS and step[1] == " ":
        return SEATS.index(step[0]), step[2:]
    return turn(m), step


def play(m: Match, cards: str) -> Match:
    """Let the seats in turn play these cards, `D6=SA` for a wild one as another; nobody announces anything."""
    for card in cards.split():
        take(silent(m), f"play {card.replace('=', ' as ')}")
    return m


def silent(m: Match) -> Match:
    """Let all who are asked pass, where they are asked in order."""
    while not m.over and m.actors and "pass" in legal(m):
        take(m, "pass")
    return m


def play_out(m: Match, last: bool = True) -> Match:
    """Play the rest, each seat the first card that it may, none of them as another; perhaps all but the last card."""
    while not m.turns.awaits_chance and not m.over and m.public.phase == m.game.phase["PLAY"]:
        if not last and sum(len(m.cards(seat)) for seat in range(4)) == 1:
            break
        play(m, min(plays(m), key=lambda card: ("=" in card, card)))
    return m


def listed(m: Match, kinds: Iterable[int]) -> list[str]:
    """The codes of a sequence of kinds, in order; empty places are left out."""
    return [m.game.pack.codes[kind] for kind in kinds if kind >= 0]


def up(m: Match) -> str:
    """The card that lies turned up."""
    (card,) = codes(m, m.public.turned)
    return card


def trump(m: Match) -> str:
    """The suit of trumps."""
    return "CSHD"[m.public.trump]


def score(m: Match) -> list[int]:
    """The scores of both teams, NS first; partners always have the same."""
    found = m.scores
    assert found[:2] == found[2:]
    return found[:2]


def winner(m: Match) -> int:
    """The team that has won; -1 for none."""
    won = [bool(one) for one in m.public.won[:4]]
    assert won[:2] == won[2:]
    assert m.over == any(won)
    assert sum(won) in (0, 2)
    return won.index(True) if any(won) else -1


def values(m: Match) -> list[int]:
    """What Gleich, Hanger and Spiel are worth."""
    return list(m.public.value)


def status(m: Match, name: str) -> tuple[str, int]:
    """What has become of an element, and the team that has it."""
    number = ELEMENTS.index(name)
    return STATUS[m.public.status[number]], m.public.by[number]


def holder(m: Match, name: str) -> int:
    """The team that answered hold in the last bet on an element; -1 for none."""
    found: int = m.public.holder[ELEMENTS.index(name)]
    return found


def phase(m: Match) -> str:
    """The name of the phase."""
    return str(m.game.phase(m.public.phase).name.lower())


def shown(m: Match, note: Any) -> list[str]:
    """The codes of the pieces that a note speaks of."""
    return [piece if isinstance(piece, str) else m.game.pack.codes[piece] for piece in note.pieces]


def entered(m: Match) -> list[tuple[str, int, int]]:
    """What stands in the account of the deal that has ended: element, team, value; in order."""
    found = []
    for note in m.score_sheet.account:
        verb, _, name = note.line.key.partition("_")
        if verb in ("gives", "wins", "again") and name in ELEMENTS:
            found.append((name, note.seat % 2, note.amount))
    return found


def refused(m: Match, *steps: str) -> set[str]:
    """The clauses that refuse some actions; each is said in both languages, and nothing has changed."""
    found = set()
    for step in steps:
        seat, code = who(m, step)
        before = m.log.state.to_words()
        refusal = m.gestures.refusal(seat, code)
        assert refusal is not None, f"{step} is allowed"
        english, japanese = refusal.say("en"), refusal.say("ja")
        clause = str(refusal.facts["clause"])
        assert english != japanese
        assert clause in english
        assert clause in japanese
        assert "{" not in english + japanese
        assert before == m.log.state.to_words()
        found.add(clause)
    return found


def figure(code: str) -> Figure:
    """A figure by its number of cards and its top rank: `3 Q`."""
    number, _, top = code.partition(" ")
    return Figure(int(number), ["6", "7", "8", "9", "10", "J", "Q", "K", "A"].index(top))


def at_showdown(*hands: str, deciding: int = NS, up: str = "S10", **how: Any) -> Match:
    """The play is over before a card was played: the other team gave up Spiel, which counts 1."""
    m = table(*hands, up=up, **how)
    return take(silent_to(m, 1 - deciding), f"{SEATS[1 - deciding]} concede spiel")


def silent_to(m: Match, seat: int) -> Match:
    """Let those pass who are asked before a seat, where they are asked in order."""
    while "pass" in legal(m, m.actors[0]) and m.actors[0] != seat:
        take(m, "pass")
    return m


def to_act(m: Match) -> tuple[int, str]:
    """Which team is to act at the showdown, and on which element."""
    public = m.public
    assert phase(m) == "showdown"
    assert set(m.actors) <= {public.acting, public.acting + 2}
    return public.acting, ELEMENTS[public.element]


def score_of(ns: int, ew: int) -> dict[str, Sequence[int]]:
    """Both teams' scores before the first deal."""
    return {"score": [ns, ew, ns, ew]}


def trick(text: str, up: str = "S10", **options: Any) -> Match:
    """A first trick in which N, E, S and W play these cards; the rest of their hands does not oblige them."""
    given = text.split()
    shown = [one.split("=")[-1] for one in given]
    held = [one.split("=")[0] for one in given]
    trumps = suit(up)
    free = [card for card in PACK if card not in (*held, up) and suit(card) != suit(shown[0])]
    free.sort(key=lambda card: (card in wilds(trumps), suit(card) == trumps))
    hands = [" ".join([card, *free[4 * seat : 4 * seat + 4]]) for seat, card in enumerate(held)]
    return play(table(*hands, up=up, **options), text)


def cut_deal(pack: Sequence[str], cuts: Sequence[int] = (), dealer: int = W, **options: Any) -> Match:
    """Shuffle the pack like this, and lift so many cards at each cut, as far as chance does that."""
    m = torite.Match(GAME, options=options, seed=1, manual=True)
    left = list(cuts)
    while m.log.ask:
        if m.log.ask.name == "dealer":
            m.gestures.settle("dealer", [dealer])
        elif m.log.ask.name == "deal":
            m.gestures.settle("deal", [m.game.pack.kind(card) for card in pack])
        elif left:
            m.gestures.settle("cut", [left.pop(0) - 1])
        else:
            break
    return m
