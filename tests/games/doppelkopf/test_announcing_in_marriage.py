"""Announcements in a marriage: clauses DOKO-10.17 to 10.22 and the worked example on them."""

import pytest

from tests.aloud import play, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import CONTRA, RE, announce, parties, play_any
from tests.games.doppelkopf.calls import (
    HIGHER,
    LIMITS,
    all_calls,
    at_turn,
    calls,
    clause_of,
    ladder,
    married,
    steps,
    until_holds,
)
from torite import Match

OWN = ("re", "re", "contra", "contra")  # seat 0 married, seat 1 became the partner
ALONE = ("re", "contra", "contra", "contra")


def windows(m: Match, own: tuple[str, ...], shift: int, said: dict[str, int] | None = None) -> None:
    """To the end of the deal every seat may say what the table, lowered by the shift, makes of its cards."""
    said = said or {}
    for _ in steps(m):
        expected = [ladder(own[seat], said.get(own[seat], 0), len(m.cards(seat)), shift) for seat in range(4)]
        assert all_calls(m) == expected, len(m.cards(0))


@clause("DOKO-10.17", "DOKO-10.18")
@pytest.mark.parametrize("found", [1, 2, 3, 4])
@pytest.mark.parametrize("rule", ["shift_two", "forbidden"])
def test_nobody_announces_before_the_partner_is_determined(found: int, rule: str) -> None:
    """Until the fourth card of the deciding trick nothing is offered, in or between tricks."""
    m = before(found, rule)
    for _ in range(4):
        assert all_calls(m) == [""] * 4
        assert {clause_of(m, turn(m), level) for level in HIGHER} == {"DOKO-10.17"}
        own = {clause_of(m, turn(m), level) for level in (["re"] if turn(m) == 0 else ["re", "contra"])}
        assert own == {"DOKO-10.17"}
        step(m, found)
    assert all(all_calls(m)) or (found == 4 and rule == "forbidden")


def before(found: int, rule: str) -> Match:
    """A marriage at the lead of the trick that decides; for 4 of trick 3, which the marrying player wins himself."""
    m = married(0, marriage_alone_announcements=rule)
    for lead in ["H10", "H10"][: min(found, 3) - 1]:
        for _ in range(4):
            assert all_calls(m) == [""] * 4
            play(m, lead) if turn(m) == 0 else play_any(m, 1)
    return m


def step(m: Match, found: int) -> None:
    """Play one card of the deciding trick."""
    play(m, "CQ" if found == 4 else "C9") if turn(m) == 0 else play_any(m, 1)


@clause("DOKO-10.18", "DOKO-8.3")
@pytest.mark.parametrize("found", [1, 2, 3])
def test_partner_is_known_when_announcements_open(found: int) -> None:
    """The end of the deciding trick makes the parties public and opens the windows."""
    m = married(found)
    assert parties(m) == [RE, RE, CONTRA, CONTRA]
    assert turn(m) == 1
    assert [calls(m, seat).split()[0] for seat in range(4)] == list(OWN)


@clause("DOKO-10.19", "DOKO-10.20", "DOKO-10.21", "DOKO-10.9", "EX-DOKO-9")
@pytest.mark.parametrize("found", [1, 2, 3])
def test_windows_after_the_partner_was_found(found: int) -> None:
    """Found in trick 1, 2 or 3 every number of cards is lowered by 0, 1 or 2."""
    windows(married(found), OWN, found - 1)


@clause("DOKO-10.19", "DOKO-10.20", "DOKO-10.21", "EX-DOKO-9")
@pytest.mark.parametrize("found", [1, 2, 3])
@pytest.mark.parametrize("said", range(1, 5))
def test_windows_of_every_level(found: int, said: int) -> None:
    """With Re and Contra and some levels said by both, the next one needs one card fewer for each trick of shift."""
    m = married(found)
    for seat in (0, 3):
        announce(m, f"{seat} {OWN[seat]}", *(f"{seat} {level}" for level in HIGHER[: said - 1]))
    windows(m, OWN, found - 1, {"re": said, "contra": said})


@clause("EX-DOKO-9", "DOKO-10.20", "DOKO-10.21")
@pytest.mark.parametrize(("found", "needed"), [(3, (9, 8, 7, 6, 5)), (2, (10, 9, 8, 7, 6)), (1, (11, 10, 9, 8, 7))])
def test_needed_cards(found: int, needed: tuple[int, ...]) -> None:
    """Re needs 9, 90 8, 60 7, 30 6 and Schwarz 5 cards after trick 3, one more of each after trick 2."""
    names = ("re", *HIGHER)
    for level, cards in enumerate(needed):
        m = announce(married(found), *(f"1 {name}" for name in names[:level]))
        assert clause_of(until_holds(m, 0, cards), 0, names[level]) is None
        assert calls(until_holds(m, 0, cards - 1), 0) == ""
        assert clause_of(at_turn(m, 0), 0, names[level]) == "DOKO-10.9"


@clause("EX-DOKO-9", "DOKO-10.12", "DOKO-10.20", "DOKO-10.21")
@pytest.mark.parametrize("found", [1, 2, 3])
@pytest.mark.parametrize("reply_limit", ["requirement_minus_one", "announcer_hand_minus_one"])
def test_reply_to_re(found: int, reply_limit: str) -> None:
    """A reply to Re needs 8 cards after trick 3, 9 after trick 2, 10 after trick 1."""
    limit = 11 - found
    m = announce(married(found, reply_limit=reply_limit), "1 re")
    for cards in range(12 - found, limit - 1, -1):
        assert calls(until_holds(m, 3, cards), 3).startswith("contra")
    assert calls(until_holds(m, 3, limit - 1), 3) == ""


@clause("DOKO-10.13", "DOKO-10.14", "DOKO-10.20", "DOKO-10.21")
@pytest.mark.parametrize("found", [1, 2, 3])
@pytest.mark.parametrize("level", HIGHER)
def test_reply_to_levels(found: int, level: str) -> None:
    """Replies to 90 and above are lowered as everything else."""
    limit = LIMITS[1 + HIGHER.index(level)] - 1 - (found - 1)
    m = announce(married(found), f"0 {level}")
    assert calls(until_holds(m, 2, limit), 2).startswith("contra")
    assert calls(until_holds(m, 2, limit - 1), 2) == ""


@clause("DOKO-10.14", "DOKO-10.21")
def test_reply_to_the_announcers_real_hand() -> None:
    """After trick 3, with the announcer's hand deciding, 60 said with 7 cards is replied to with 6, with 9 with 8."""
    for cards in (9, 8, 7):
        m = announce(married(3, reply_limit="announcer_hand_minus_one"), "0 re", "0 90")
        announce(until_holds(m, 0, cards), "0 60")
        # the 90 was said with 9 cards, the 60 with these
        assert calls(until_holds(m, 2, cards - 1), 2).startswith("contra")
        assert calls(until_holds(m, 2, cards - 2), 2) == ""


@clause("DOKO-10.14", "DOKO-10.12", "DOKO-10.20")
def test_real_hand_is_never_stricter_than_a_mere_re() -> None:
    """After trick 2 a mere Re is replied to with 9 cards, and so is Schwarz said with 10."""
    m = announce(married(2, reply_limit="announcer_hand_minus_one"), "0 schwarz")
    assert calls(until_holds(m, 2, 9), 2).startswith("contra")
    assert calls(until_holds(m, 2, 8), 2) == ""


@clause("DOKO-10.15", "DOKO-10.21")
@pytest.mark.parametrize("opens", [True, False])
def test_late_reply_after_a_shift(opens: bool) -> None:
    """After trick 3 a reply with 8 cards is late; whoever then holds 8 may say 90, with the option off nobody."""
    m = announce(married(3, late_reply_opens_90=opens), "1 re")
    while len(m.cards(2)) > 8 or len(m.cards(3)) > 8:
        play_any(m, 1)
    assert calls(m, 2) == calls(m, 3) == ("contra 90 60 30 schwarz" if opens else "contra")
    announce(m, "2 contra")
    assert calls(m, 2) == calls(m, 3) == ("90 60 30 schwarz" if opens else "")
    if not opens:
        assert clause_of(at_turn(m, 3), 3, "90") == "DOKO-10.15"


@clause("DOKO-10.15", "DOKO-10.21")
def test_reply_in_time_after_a_shift() -> None:
    """After trick 3 a reply with 9 cards is no late one."""
    m = announce(married(3, late_reply_opens_90=False), "1 re", "2 contra")
    assert calls(m, 2) == calls(m, 3) == "90 60 30 schwarz"


@clause("DOKO-10.22", "DOKO-8.5")
def test_marriage_alone() -> None:
    """Trick 3 counts as the deciding one: everything is lowered by 2, for the lone player and the three."""
    m = married(4)
    assert parties(m) == [RE, CONTRA, CONTRA, CONTRA]
    windows(m, ALONE, 2)


@clause("DOKO-10.22", "DOKO-10.12")
def test_reply_in_a_marriage_alone() -> None:
    """Replies are lowered by 2 as well."""
    m = announce(married(4), "0 re")
    assert calls(until_holds(m, 3, 8), 3).startswith("contra")
    assert calls(until_holds(m, 3, 7), 3) == ""


@clause("DOKO-10.22")
def test_marriage_alone_without_announcements() -> None:
    """With the option nobody announces anything for the whole deal."""
    m = married(4, marriage_alone_announcements="forbidden")
    for _ in steps(m):
        assert all_calls(m) == [""] * 4
    m = married(4, marriage_alone_announcements="forbidden")
    for _ in range(4):
        own = "contra" if turn(m) else "re"
        assert {clause_of(m, turn(m), level) for level in (own, *HIGHER)} == {"DOKO-10.22"}
        play_any(m, 1)


@clause("DOKO-10.22")
@pytest.mark.parametrize("found", [1, 2, 3])
def test_the_ban_is_only_for_a_marriage_alone(found: int) -> None:
    """Where a partner was found the option changes nothing."""
    windows(married(found, marriage_alone_announcements="forbidden"), OWN, found - 1)


@clause("DOKO-10.20", "DOKO-10.21", "DOKO-10.19")
def test_shift_ends_with_the_deal() -> None:
    """A marriage's shift is gone in the next deal."""
    m = married(3, pause=True)
    play_any(m)
    m.go_on()
    while "play" not in {str(action).split()[0] for action in m.actions(turn(m))}:
        m.act(turn(m), "pass")
    assert all(all_calls(m))
    play_any(m, 8)
    assert all_calls(m) == [""] * 4
