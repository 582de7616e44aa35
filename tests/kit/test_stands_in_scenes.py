"""What scenes say of pieces that may stand for others: which, for what, what is worth offering; and what words cost."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import UNSET

from tests.looking import Kind, of_kind
from torite.kit import Display
from torite.kit.actions import DONE, Verbs
from torite.match import Action
from torite.pieces import cards
from torite.scenes.choice_schema import AnyChoice, Pick, Press, Stand, Tap
from torite.scenes.choices import choices
from torite.words import Words

PACK = cards("7 8 9 10 J Q K A")
WILDS = [PACK.kind("D7"), PACK.kind("C7")]
TEXTS = {
    "verb.play": "Play",
    "verb.show": "Show",
    "verb.done": "Done",
    "verb.bet_high": "Bet on the high card",
    "verb.hold": "Hold",
    "about.hold": "worth {worth}",
    "confirm.hold": "Hold {bettor:seat}'s bet?",
}


def verbs() -> Verbs:
    """Cards to play or to show, two of them wild; and words."""
    made = Verbs(PACK)
    for name in ("play", "show"):
        made.pieces(name, gesture=(lambda options: True) if name == "show" else (lambda options: False))
        made.stands(name, WILDS)
    made.word("bet high", offer=True)
    made.word("hold")
    return made


VERBS = verbs()


def scene(*codes: str, begun: str = "", open_end: bool = False, **shown: Any) -> list[AnyChoice]:
    """The choices of somebody who may take these actions, with some parts of a gesture chosen."""
    numbers = [number for code in codes for number in VERBS.parse(code)] + [DONE] * open_end
    taken = [Action(VERBS.text(n), n, VERBS.verb(n).offer, VERBS.verb(n).key == "show") for n in numbers]
    match: Any = SimpleNamespace(
        game=SimpleNamespace(verbs=VERBS, pack=PACK, display=Display(**shown)),
        seats=4,
        actions=lambda seat: tuple(taken),
        gestures=SimpleNamespace(
            begun=lambda seat: tuple(begun),
            draft=lambda seat, parts=(): {"parts": begun, "may": [], "complete": True},
        ),
    )
    return choices(match, 0, Words("en", [TEXTS], name="NESW".__getitem__), None)


def of_verb(kind: type[Kind], laid: Sequence[AnyChoice], verb: str) -> Kind:
    """The choice of a verb, which is of a kind."""
    return of_kind(kind, next(choice for choice in laid if choice.verb == verb))


def test_a_piece_that_may_stand_for_others_is_a_choice_of_its_own() -> None:
    """Beside the tap of its verb, which has the piece as itself; it has the verb's text."""
    laid = scene("play HQ", "play D7", "play D7 as HA", "play D7 as SA")
    assert ["HQ", "D7"] == sorted(of_kind(Tap, laid[0]).pieces)[::-1]
    stand = of_verb(Stand, laid, "play D7 as")
    assert ("play", "D7", "Play", False) == (stand.stem, stand.piece, stand.text, stand.gesture)
    assert {"HA", "SA"} == set(stand.pieces)
    assert {"play D7 as HA", "play D7 as SA"} == set(stand.codes)


@pytest.mark.parametrize(
    ("best", "offered"),
    [(["SA", "HA"], ["SA", "HA"]), (["CQ", "SA"], ["SA"]), ([], [])],
)
def test_the_game_says_what_is_worth_offering(best: list[str], offered: list[str]) -> None:
    """Best first, and only what is allowed."""
    asked = []

    def suggested(view: Any, seat: int, kind: int) -> list[int]:
        asked.append((seat, PACK.codes[kind]))
        return [PACK.kind(code) for code in best]

    stand = of_verb(Stand, scene("play D7 as HA", "play D7 as SA", suggested_meanings=suggested), "play D7 as")
    assert offered == stand.sensible
    assert [(0, "D7")] == asked


def test_without_a_word_of_the_game_all_are_worth_offering() -> None:
    stand = of_verb(Stand, scene("play D7 as HA", "play D7 as SA"), "play D7 as")
    assert stand.pieces == stand.sensible


def test_each_wild_has_its_choice() -> None:
    laid = scene("play D7 as HA", "play C7 as HA")
    assert {("play D7 as", "D7"), ("play C7 as", "C7")} == {(one.verb, of_kind(Stand, one).piece) for one in laid}


def test_in_a_gesture_it_goes_with_the_pieces_of_its_verb() -> None:
    """Both tell the parts that are chosen, as they are written."""
    laid = scene("show HQ", "show D7 as CQ")
    assert [Pick, Stand] == [type(one) for one in laid]
    assert of_verb(Stand, laid, "show D7 as").gesture
    laid = scene("show HQ", "show D7 as CQ", begun="show SQ C7 as DQ", open_end=True)
    assert [["SQ", "C7 as DQ"]] * 2 == [one.parts for one in laid if isinstance(one, Pick | Stand)]


def test_words_say_what_comes_of_them() -> None:
    """And what is asked first, with the names of seats; a word without such sentences says neither."""
    laid = scene("hold", "bet high", facts=lambda view, seat: {"worth": 3, "bettor": 1})
    hold, bet = of_verb(Press, laid, "hold"), of_verb(Press, laid, "bet high")
    assert ("worth 3", "Hold E's bet?") == (hold.about, hold.confirm)
    assert (UNSET, UNSET) == (bet.about, bet.confirm)


def test_several_seats_are_named() -> None:
    words = Words("en", [{"have": "{who:seats} have {n:one|some}"}]).naming("NESW".__getitem__)
    assert "E, W have some" == words("have", who=[1, 3], n=2)
