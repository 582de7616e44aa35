"""Announcements: Re and Contra, 90, 60, 30 and schwarz, by any seat within its windows (DOKO-10)."""

from __future__ import annotations

from torite.kit import kernel, offer, size, strike

from .options import MarriageAlone, ReplyLimit
from .parties import own_up
from .state import (
    ANNOUNCE,
    ANNOUNCE_CONTRA,
    CONTRA,
    LATE_REPLY,
    MARRIED_ALONE,
    NOT_DETERMINED,
    NOT_YOUR_PARTY,
    RE,
    SAID_90,
    SAID_ALREADY,
    SAID_PARTY,
    SAID_SCHWARZ,
    TOO_LATE,
    UNDECIDED,
    WITHOUT_RE,
    State,
)

LIMITS = (0, 11, 10, 9, 8, 7)  # by level: the fewest cards that the announcer may hold (section 10b)
LIMIT_40 = 6  # of every level with forty cards (DOKO-18.18)
LEVELS = SAID_SCHWARZ + 1
#: Masks of announcements, which are ANNOUNCE, ANNOUNCE_CONTRA, then ANNOUNCE + level for 90 and above.
ALL_WORDS = 2**LEVELS - 1
RE_WORD, CONTRA_WORD = 1, 1 << ANNOUNCE_CONTRA - ANNOUNCE
OTHERS_WORD = (0, RE_WORD, CONTRA_WORD)  # [party] what it may never say


def _up_to(party: int, level: int) -> int:
    """Return the mask of a party's announcements up to a level."""
    said = [ANNOUNCE if party == RE else ANNOUNCE_CONTRA, *range(ANNOUNCE + SAID_90, ANNOUNCE + LEVELS)]
    return sum(1 << word - ANNOUNCE for word in said[:level])


UP_TO = tuple(tuple(_up_to(party, level) for level in range(LEVELS)) for party in range(RE + 1))


@kernel
def opponents_of(party: int) -> int:
    """Return the other party."""
    return RE + CONTRA - party


@kernel
def limit_of(s: State, level: int) -> int:
    """DOKO-10.9, 10.20, 10.21, 18.18: the fewest cards with which a level may be announced."""
    return (LIMITS[level] if s.options.deck == 48 else LIMIT_40) - s.shift


@kernel
def limit_of_party(s: State, party: int) -> int:
    """DOKO-10.12 to 10.14, 18.19: the fewest cards for Re or Contra, one fewer as a reply to the opponents' highest."""
    said = s.called[opponents_of(party)]
    if said == 0:
        return limit_of(s, SAID_PARTY)
    if said == SAID_PARTY or s.options.reply_limit == ReplyLimit.REQUIREMENT_MINUS_ONE:
        return limit_of(s, said) - 1
    return min(limit_of(s, SAID_PARTY), s.fewest[opponents_of(party)]) - 1


@kernel
def is_late(s: State, party: int, held: int) -> bool:
    """DOKO-10.15: tell whether the party's Re or Contra is a late reply, if it is said now with so many cards."""
    if s.called[party] > 0:
        return s.late[party] == 1
    return held < limit_of(s, SAID_PARTY)


@kernel
def highest_level(s: State, party: int, held: int) -> int:
    """DOKO-10.7 to 10.9, 10.15: the highest level that may be said now, with all that is missing below it."""
    level = s.called[party]
    if level == 0:
        if held < limit_of_party(s, party):
            return 0
        level = SAID_PARTY
    if is_late(s, party, held) and not s.options.late_reply_opens_90:
        return level
    while level < SAID_SCHWARZ and held >= limit_of(s, level + 1):
        level += 1
    return level


@kernel
def legal_announce(s: State, seat: int, may: list[int]) -> None:
    """DOKO-10.1, 10.2: what a seat may announce for its party, whosever turn it is."""
    if seat == s.idle:
        return
    offer(may, ANNOUNCE, ALL_WORDS)
    party = s.knows[seat][seat]
    if s.open_calls == 0 or party == UNDECIDED:
        alone = s.options.marriage_alone_announcements == MarriageAlone.FORBIDDEN and s.tricks_played > 2
        strike(may, ANNOUNCE, ALL_WORDS, MARRIED_ALONE if alone else NOT_DETERMINED)
        return
    strike(may, ANNOUNCE, OTHERS_WORD[party], NOT_YOUR_PARTY)
    if party == RE and s.mute == 1:
        strike(may, ANNOUNCE, ALL_WORDS, WITHOUT_RE)
        return
    held = size(s.hand[seat])
    reach = highest_level(s, party, held)
    strike(may, ANNOUNCE, UP_TO[party][s.called[party]], SAID_ALREADY)
    closed = reach >= SAID_PARTY and is_late(s, party, held) and not s.options.late_reply_opens_90
    strike(may, ANNOUNCE, ALL_WORDS & ~UP_TO[party][reach], LATE_REPLY if closed else TOO_LATE)


@kernel(seldom=True)
def act_announce(s: State, seat: int, word: int) -> None:
    """DOKO-10.6, 10.8: the announcement, with all that is missing below it, tells the announcer's party."""
    party = s.side[seat]
    held = size(s.hand[seat])
    s.late[party] = is_late(s, party, held)
    level = SAID_PARTY if word <= ANNOUNCE_CONTRA else word - ANNOUNCE
    if level >= SAID_90 and (s.fewest[party] == 0 or held < s.fewest[party]):
        s.fewest[party] = held
    s.called[party] = level
    s.announced[seat] = level
    own_up(s, seat)
