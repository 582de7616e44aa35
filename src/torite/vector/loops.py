"""The compiled loops of many matches that programs play: each goes on until somebody at its table must be asked."""

from __future__ import annotations

from typing import Any, NamedTuple

from torite.bots.world_draw import draw_world
from torite.kernel.bits import count_of, lowest, nth_of
from torite.kernel.compile import kernel
from torite.kernel.generator import seed
from torite.kernel.scratch import room
from torite.kernel.slots import MAY_WORDS, OUTCOME_WORDS, act, actors, chance, deal_over, over, payoff, settle, start
from torite.kit.actions import DONE, WAIT
from torite.kit.turn_order import StateMemory, choose, decide, draw, first_of, settle_all
from torite.vector.encode import observe
from torite.worlds.sample import MOST_REFUSED

# what a match keeps in its row of `memo`
SEAT, WAITED, EPISODE, CREDITED, PARTS, ACTIONS, CHANCE_OF, MEMO = 0, 1, 2, 3, 4, 5, 6, 8
MOST_PARTS = 64  #: of a gesture that are remembered
ASKED = -1  #: the policy of a seat whose choices are asked for
ENDED, CHANCE = -1, -2  #: instead of a seat: the match, or what is played of it, is over; chance must settle something
# of an earlier action, in `past`: who took it, which, and whether it is the first part of what was taken
WHO, WHAT, FIRST, ENTRY = range(4)
# how others see an action: in full, or as one of so many alike; and whether of several parts they see but one
SEEN_AS, AS_ONE, FORMS = range(3)


class Batch(NamedTuple):
    """So many matches of one table.

    Attributes:
        words: int64[n, words], their states.
        states: the same memory as records.
        may: int64[n, MAY_WORDS], what may be taken now.
        rng: int64[n, PADDED], a generator each.
        memo: int64[n, MEMO].
        past: int64[n, entries, ENTRY], a ring of the last actions.
        parts: int64[n, MOST_PARTS], the parts of a gesture that is not complete.
    """

    words: Any
    states: Any
    may: Any
    rng: Any
    memo: Any
    past: Any
    parts: Any


class Rulebook(NamedTuple):
    """What the matches of a batch share.

    Attributes:
        blank: int64[words], a state with options and seats, and what lies beside it, before `start`.
        used: int64[runs, 2], the runs of words in it that seats use which somebody has: see `used_words`.
        policies: int64[seats], how each seat plays; ASKED for those that are asked.
        whole: whether a match is played to its end, or to that of its first deal.
        forced: whether who has but one choice is asked all the same.
        offers: whether seats are asked about their offers; else they let them pass.
        number: of the generator.
        sets, numbers, others, of_kind: see `torite.vector.encode.observe`.
        dense: int64[actions], of each action its number among those that there are.
        action: int64[], of each of these the action.
        forms: int64[, FORMS], of each how others see it.
        past_at: the first byte of the last actions in an observation.
        recall: how many of them are in it.
        viewer: the seat that is shown how matches end; -1 for none.
    """

    blank: Any
    used: Any
    policies: Any
    whole: bool
    forced: bool
    offers: bool
    number: int
    sets: Any
    numbers: Any
    others: Any
    of_kind: Any
    dense: Any
    action: Any
    forms: Any
    past_at: int
    recall: int
    viewer: int


class Room(NamedTuple):
    """Room for one thread.

    Attributes:
        pay: int64[seats].
        spare: float32[seats], for matches in which nobody is asked.
    """

    pay: Any
    spare: Any


class Seen(NamedTuple):
    """Where it is written what comes of a step, a row for each match.

    Attributes:
        observation: uint8[n, size], of the seat that is asked.
        mask: uint8[n, actions], 1 for what it may take.
        seat: int64[n], the seat.
        reward: float32[n, seats], what each seat got since it was last asked for.
        done: uint8[n], 1 where a match ended, and another has begun.
        final: uint8[n, size], what the viewer saw when it ended.
    """

    observation: Any
    mask: Any
    seat: Any
    reward: Any
    done: Any
    final: Any


@kernel
def begin(batch: Any, book: Any, i: int, stream: int) -> None:
    """Begin a match, drawn from a stream of the generator, where another was or none."""
    words, memo, past = batch.words[i], batch.memo[i], batch.past[i]
    for run in book.used:
        for w in range(run[0], run[1]):
            words[w] = book.blank[w]
    for m in range(MEMO):
        memo[m] = 0
    for e in range(len(past)):
        past[e][WHO] = -1
    seed(batch.rng[i], book.number, stream)
    start(batch.states[i])


@kernel
def take(batch: Any, i: int, action: int) -> None:
    """Take an action, or let offers pass, for the seat that was asked."""
    s, memo = batch.states[i], batch.memo[i]
    if action == WAIT:
        memo[WAITED] |= 1 << memo[SEAT]
        return
    s.note_count = 0
    act(s, memo[SEAT], action)
    memo[WAITED] = 0
    if len(batch.past[i]) > 0:
        remember(batch, i, action)


@kernel
def remember(batch: Any, i: int, action: int) -> None:
    """Remember an action, once it is complete; the parts of a gesture by their numbers, whatever their order was."""
    memo, parts = batch.memo[i], batch.parts[i]
    seat, n = memo[SEAT], memo[PARTS]
    if action != DONE and n < MOST_PARTS:
        at = n
        while at > 0 and parts[at - 1] > action:
            parts[at] = parts[at - 1]
            at -= 1
        parts[at] = action
        n += 1
    memo[PARTS] = n
    if batch.states[i].drafting[seat] != 0:
        return
    past = batch.past[i]
    for j in range(n):
        entry = past[memo[ACTIONS] % len(past)]
        entry[WHO], entry[WHAT], entry[FIRST] = seat, parts[j], j == 0
        memo[ACTIONS] += 1
    memo[PARTS] = 0


@kernel
def credit(s: Any, memo: Any, pay: Any, reward: Any) -> None:
    """Give each seat what the deal that has just ended is worth to it, once."""
    if s.deals_played != memo[CREDITED]:
        memo[CREDITED] = s.deals_played
        payoff(s, pay)
        for seat in range(s.seats):
            reward[seat] += pay[seat]


@kernel
def play_to_next(batch: Any, book: Any, i: int, pay: Any, reward: Any) -> int:
    """Go on until a seat is to be asked; return it, or ENDED."""
    s, memo, may, rng = batch.states[i], batch.memo[i], batch.may[i], batch.rng[i]
    everybody = (1 << s.seats) - 1
    while True:
        if over(s) or deal_over(s):
            credit(s, memo, pay, reward)
            if over(s) or not book.whole:
                return ENDED
        settle_all(s, rng)
        if actors(s) == 0:
            continue
        memo[SEAT] = decide(s, memo[WAITED] if book.offers else everybody, may)
        policy = book.policies[memo[SEAT]]
        if policy != ASKED:
            take(batch, i, choose(s, memo[SEAT], may, policy, rng))
        elif not book.forced and count_of(may) == 1:
            take(batch, i, nth_of(may, 0))
        else:
            return memo[SEAT]


@kernel
def show(batch: Any, book: Any, i: int, seat: int, observation: Any) -> None:
    """Write what a seat sees."""
    observe(batch.words[i], batch.states[i], seat, book.sets, book.numbers, book.others, book.of_kind, observation)
    if book.recall > 0:
        recall(batch, book, i, seat, observation)


@kernel
def show_mask(batch: Any, book: Any, i: int, mask: Any) -> None:
    """Write what may be taken."""
    may = batch.may[i]
    for j in range(len(mask)):
        mask[j] = 0
    for j in range(MAY_WORDS):
        left = may[j]
        while left != 0:
            mask[book.dense[64 * j + lowest(left)]] = 1
            left &= left - 1


@kernel
def recall(batch: Any, book: Any, i: int, viewer: int, out: Any) -> None:
    """Write the last actions as a seat saw them, the latest first."""
    past, made, seats = batch.past[i], batch.memo[i][ACTIONS], batch.states[i].seats
    at, last = book.past_at, book.past_at + 3 * book.recall
    for back in range(1, min(made, len(past)) + 1):
        entry = past[(made - back) % len(past)]
        number = book.dense[entry[WHAT]]
        form = book.forms[number]
        if entry[WHO] != viewer:
            if form[AS_ONE] == 1 and entry[FIRST] == 0:
                continue
            number = form[SEEN_AS]
        out[at] = 1 + (entry[WHO] - viewer if entry[WHO] >= viewer else entry[WHO] - viewer + seats)
        out[at + 1] = ((number + 1) >> 8) & 255
        out[at + 2] = (number + 1) & 255
        at += 3
        if at == last:
            return


@kernel
def refused(mask: Any, actions: Any) -> int:
    """Find the first match whose mask does not have its action; -1 if there is none."""
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= len(mask[i]) or mask[i][actions[i]] == 0:
            return i
    return -1


@kernel
def step_many(
    batch: Any, book: Any, seen: Any, space: Any, actions: Any, beginning: bool, first: int, last: int
) -> None:
    """Begin matches, each with its own stream, or take an action in each; and go on until somebody is asked.

    Args:
        batch, book: the matches, and what they share.
        seen: is written.
        space: room.
        actions: int64[n], the number of what is taken, which the mask has.
        beginning: whether they begin.
        first, last: which matches.
    """
    for i in range(first, last):
        for seat in range(len(seen.reward[i])):
            seen.reward[i][seat] = 0
        if beginning:
            begin(batch, book, i, i)
        else:
            take(batch, i, book.action[actions[i]])
        go_on(batch, book, i, space, seen)
        if beginning:
            seen.done[i] = 0
        show(batch, book, i, seen.seat[i], seen.observation[i])
        show_mask(batch, book, i, seen.mask[i])


@kernel
def go_on(batch: Any, book: Any, i: int, space: Any, seen: Any) -> None:
    """Go on until a seat is asked, in another match where this one ends."""
    seen.done[i] = 0
    reward = seen.reward[i]
    while True:
        seen.seat[i] = play_to_next(batch, book, i, space.pay, reward)
        if seen.seat[i] != ENDED:
            return
        if seen.done[i] == 0 and book.viewer >= 0:
            show(batch, book, i, book.viewer, seen.final[i])
        seen.done[i] = 1
        reward = space.spare
        episode = batch.memo[i][EPISODE] + 1
        begin(batch, book, i, i + episode * len(batch.words))
        batch.memo[i][EPISODE] = episode


@kernel
def proceed(batch: Any, book: Any, action: int, space: Any, ask: Any, reward: Any) -> int:
    """Take an action in the first match, or none if it is negative, and look where that stands then.

    Args:
        batch, book: the match, and how it is played.
        action: of the seat that was asked.
        space: room.
        ask: is filled with what chance is asked for.
        reward: float32[seats], gets what a deal that has ended is worth.

    Returns:
        Who is asked; CHANCE or ENDED.
    """
    s, memo, may = batch.states[0], batch.memo[0], batch.may[0]
    if action >= 0:
        take(batch, 0, action)
    if over(s) or deal_over(s):
        credit(s, memo, space.pay, reward)
        if over(s) or not book.whole:
            return ENDED
    for j in range(len(ask)):
        ask[j] = 0
    memo[CHANCE_OF] = chance(s, ask) if actors(s) == 0 else 0
    if memo[CHANCE_OF] != 0:
        return CHANCE
    memo[SEAT] = decide(s, memo[WAITED] if book.offers else (1 << s.seats) - 1, may)
    return memo[SEAT]


@kernel
def play_one(batch: Any, book: Any, action: int, space: Any, reward: Any) -> int:
    """Take an action in the first match, or none if it is negative, and go on until a seat is asked, or it is over."""
    if action >= 0:
        take(batch, 0, action)
    return int(play_to_next(batch, book, 0, space.pay, reward))


@kernel
def draw_one(batch: Any, ask: Any) -> None:
    """Draw in the first match what chance is asked for, and settle it."""
    outcome = room(OUTCOME_WORDS)
    draw(ask, outcome, batch.rng[0])
    batch.states[0].note_count = 0
    settle(batch.states[0], outcome)


@kernel
def settle_one(batch: Any, outcome: Any) -> None:
    """Settle in the first match what chance is asked for."""
    batch.states[0].note_count = 0
    settle(batch.states[0], outcome)


@kernel
def redraw(unseen: Any, batch: Any, book: Any, seat: int, asked: int, number: int) -> bool:
    """Put a world that a seat's view allows into the first match; tell whether one could be drawn.

    In it the same seat is asked: to have an offer one must hold something. Who let an offer pass, and who had none, is
    told of nobody. What is drawn there afterwards follows from the number, too, and tells nothing of what would have
    been drawn.

    Args:
        unseen: the view, prepared: see `torite.worlds.constraints.Unseen`.
        batch, book: the match, and how it is played.
        seat: the seat whose view it is.
        asked: who is asked; negative where nobody is.
        number: the same number draws the same world.
    """
    memo, may = batch.memo[0], batch.may[0]
    memory = StateMemory(batch.words[0], batch.states[0])
    passed = have_passed(memory.s, asked, may)
    seed(batch.rng[0], number, 0)
    for _ in range(MOST_REFUSED):
        if not draw_world(unseen, memory, seat, batch.rng[0]):
            return False
        memo[WAITED] = passed
        if asked < 0 or decide(memory.s, passed, may) == asked:
            return True
    return False


@kernel
def have_passed(s: Any, asked: int, may: Any) -> int:
    """Name the seats that will not be asked about offers before something happens, whether they had any or not."""
    everybody = (1 << s.seats) - 1
    if asked < 0 or may[0] & (1 << WAIT) == 0:
        return everybody if asked >= 0 else 0
    passed, seat = 0, first_of(s, actors(s))
    while seat != asked:
        passed |= 1 << seat
        seat = seat + 1 if seat + 1 < s.seats else 0
    return passed
