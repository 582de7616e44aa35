"""Leads: who leads, the partner's command, and what disobeying it costs (FLASH-2, 6)."""

from __future__ import annotations

from torite.kit import HAND, bar, bit, has, kernel, kinds, next_seat, note, number_of, offer, require, strike

from .cards import OBEYING
from .options import CommandMode
from .state import (
    CANNOT_OBEY,
    COMMAND,
    COMMANDS,
    DECLINE,
    DISOBEYS,
    FLASH_VOID,
    FLASHES,
    INVITE,
    LEAD_WAITS,
    LEADS_INSTEAD,
    NO_COMMAND,
    NO_COMMANDS,
    NO_INVITATION,
    NONE,
    NOT_INVITED,
    NOT_PARTNER,
    ONLY_COMMAND,
    PARTNER_FIRST,
    PASS,
    PLAY,
    TOO_LATE,
    VERBS,
    Phase,
    State,
    credit,
    partner_of,
)

BOTH_ANSWERS = VERBS.mask(INVITE, DECLINE)
ALL_COMMANDS = VERBS.mask(NONE, *COMMANDS)
ALL_WORDS = VERBS.mask(INVITE, DECLINE, NONE, *COMMANDS)
FLASHES_AND_PASS = VERBS.mask(*FLASHES, PASS)


@kernel
def next_leader(s: State) -> int:
    """FLASH-6.1 to 6.3: the winner, else the partner, else the left-hand neighbour, else the right-hand one."""
    winner = s.best_seat
    left = next_seat(s, winner)
    if kinds(s.hand[winner]) != 0:
        return winner
    if kinds(s.hand[partner_of(winner)]) != 0:
        return partner_of(winner)
    return left if kinds(s.hand[left]) != 0 else partner_of(left)


@kernel
def let_winner_lead(s: State) -> None:
    """FLASH-6: find the next leader."""
    leader = next_leader(s)
    if leader != s.best_seat:
        note(s, LEADS_INSTEAD, leader, 0)
    begin_lead(s, leader)


@kernel
def begin_lead(s: State, leader: int) -> None:
    """FLASH-2.1, 2.6, 2.10, 2.11: before every lead the partner may command, in one form only when invited."""
    s.to_lead = leader
    s.command = NO_COMMAND
    s.turn = leader
    if s.options.command_mode == CommandMode.FREE:
        s.phase = Phase.COMMAND
        s.turn = partner_of(leader)
    elif s.options.command_mode == CommandMode.ON_INVITATION:
        s.phase = Phase.INVITE
    else:
        s.phase = Phase.LEAD


@kernel
def legal_invite(s: State, seat: int, may: list[int]) -> None:
    """FLASH-2.6: invite a command or not; then lead."""
    offer(may, INVITE, ALL_WORDS)
    strike(may, NONE, ALL_COMMANDS, NOT_PARTNER)
    strike_lead(s, seat, may, LEAD_WAITS)


@kernel
def strike_lead(s: State, seat: int, may: list[int], refusal: int) -> None:
    """FLASH-7.13: neither flash nor card before the command is settled."""
    hand = kinds(s.hand[seat])
    offer(may, PLAY, hand)
    strike(may, PLAY, hand, refusal)
    offer(may, FLASH_VOID, FLASHES_AND_PASS)
    strike(may, FLASH_VOID, FLASHES_AND_PASS, refusal)


@kernel
def act_invite(s: State, seat: int, action: int) -> None:
    """FLASH-2.6: an invited partner may command."""
    if action == INVITE:
        s.phase = Phase.COMMAND
        s.turn = partner_of(seat)
    else:
        s.phase = Phase.LEAD


@kernel
def legal_command(s: State, seat: int, may: list[int]) -> None:
    """FLASH-2.2, 2.7: one of 24 commands, or none."""
    offer(may, INVITE, ALL_WORDS)
    strike(may, INVITE, BOTH_ANSWERS, NO_INVITATION)
    strike_lead(s, seat, may, ONLY_COMMAND)


@kernel
def strike_words(s: State, seat: int, may: list[int]) -> None:
    """FLASH-2.1, 2.6, 2.7, 2.10: tell who may not invite or command now, and why; and who may not lead yet."""
    offer(may, INVITE, ALL_WORDS)
    strike(may, INVITE, BOTH_ANSWERS, NO_INVITATION)
    strike(may, NONE, ALL_COMMANDS, why_silent(s, seat))
    if s.phase == Phase.COMMAND and seat == s.to_lead:
        strike_lead(s, seat, may, PARTNER_FIRST)


@kernel
def why_silent(s: State, seat: int) -> int:
    """Return the sentence that tells a seat why it may not command now."""
    if s.options.command_mode == CommandMode.OFF:
        return NO_COMMANDS
    if s.phase == Phase.FOLLOW:
        return TOO_LATE
    if seat != partner_of(s.to_lead):
        return NOT_PARTNER
    waits = s.options.command_mode == CommandMode.ON_INVITATION and s.command == NO_COMMAND
    return NOT_INVITED if waits else TOO_LATE


@kernel
def act_command(s: State, action: int) -> None:
    """FLASH-2.7, 2.8: the command stands until the lead."""
    if action != NONE:
        s.command = number_of(action, COMMAND)
    s.phase = Phase.LEAD
    s.turn = s.to_lead


@kernel
def judge_lead(s: State, leader: int, card: int) -> None:
    """FLASH-2.3 to 2.5: who could obey and does not pays; who cannot is free, and everybody knows it."""
    if s.command == NO_COMMAND or has(OBEYING[s.command], card):
        return
    obeying = OBEYING[s.command]
    if kinds(s.hand[leader]) & obeying == 0:
        note(s, CANNOT_OBEY, leader, 0)
        bar(s, HAND + leader, obeying)
        return
    s.proved[leader] |= bit(s.command)
    require(s, HAND + leader, obeying, 1)
    note(s, DISOBEYS, leader, s.options.command_penalty)
    credit(s, next_seat(s, leader), s.options.command_penalty)
