"""What a scene shows of a Perlaggen match, and the facts that fill its prompts and refusals."""

from __future__ import annotations

from typing import Any

from torite.kernel.fields import EMPTY
from torite.kit import Element, Mark, Phrase, Sentence, kinds, lowest
from torite.pieces.cards import SUIT_GLYPHS, SUITS

from .bet_rules import ALLOWED, is_fifth_led, ladder_refusal
from .cards import ACE, OF_SUIT, PACK, PERMANENT, RANK, STRENGTH, SUIT, WIDTH, WILD_BY_TRUMP, WILDS
from .claim_advice import wanted_cards
from .claims import drafted_as, fitting
from .figure_display import exhibit, pictured
from .options import FifthTrick, FigureTie, PlayedCards
from .pruning import worthless
from .showdown import faces_equal, is_facing, needed
from .state import (
    ELEMENT_NAMES,
    ELEMENTS,
    GLEICH,
    HANGER,
    SEATS,
    SPIEL,
    STRUCK_OUT,
    TEAMS,
    Phase,
    State,
    Status,
    is_gestrichen,
    partner_of,
    team_of,
)
from .tricks import dutiful, is_lead

#: The sentences of `prompt` that `facts` may name.
PROMPTS = (
    "cut_again", "exchange", "exchange_partner", "lead", "follow", "follow_trump", "free", "last",
    *(f"{way}_{name}" for way in ("answer", "raised") for name in ELEMENT_NAMES),
    *(f"{way}_{name}" for way in ("claim", "beat", "exceed", "equal") for name in ELEMENT_NAMES[:SPIEL]),
)  # fmt: skip
NAMED_WILDS = ("maxi", "weli", "schell", "eichel")  # the permanent ones (PERL-1.3)
TOLD = ("free", "asked", "held", "struck", "shut", "given", "won", "tied", "void", "decided")
#: The other sentences that these functions may name.
SAYS = (
    "ends.first",
    "mark.decides", "mark.struck",
    *(f"caption.{name}{part}" for name in (*NAMED_WILDS, "wild") for part in ("", "_about")),
    *(f"status.{key}" for key in ("trumps", "gleich", "no_gleich", "hanger", "no_hanger", "score_last", "fifth")),
    *(f"element.{name}" for name in ELEMENT_NAMES),
    *(f"element_told.{key}" for key in TOLD),
    *(f"waiting.{way}_{name}" for way in ("bet", "raise") for name in ELEMENT_NAMES),
    *(f"waiting.{why}" for why in ("poll", *(f"settle_{name}" for name in ELEMENT_NAMES[:SPIEL]))),
    *(f"about.{verb}" for verb in ("good", "hold", "raise", "accept")),
    *(f"confirm.concede_{name}" for name in ELEMENT_NAMES),
    *(f"phrase.ask_{key}" for key in ("bet", "hold", "raise", "give_up", "play", "wild", "figure")),
    *(f"phrase.tell_{key}" for key in ("gleich", "hanger", "wild", "no_wild", "nothing", "next_trick", "no_trick")),
    *(f"phrase.advise_{key}" for key in ("bet", "hold", "raise", "give_up", "play_high", "play_low")),
)  # fmt: skip
HELD_ORDER = (0, 2, 1, 3)  # of the suits C S H D, from left to right: black and red in turn
AFTER_SUITS = len(SUITS) * WIDTH
PLAYING = (Phase.POLL, Phase.PLAY, Phase.ANSWER, Phase.SHOWDOWN)
LARGEST = 5
MOST_SENSIBLE = 6


def sort_key(s: State, kind: int) -> int:
    """Hold natural cards by suit, black and red in turn, and to the right the wilds, the strongest last."""
    if s.trump >= 0 and WILDS[s.trump] >> kind & 1:
        return 2 * AFTER_SUITS - STRENGTH[s.trump][kind]
    if s.trump < 0 and PERMANENT >> kind & 1:
        return 2 * AFTER_SUITS - STRENGTH[0][kind]
    return HELD_ORDER[SUIT[kind]] * WIDTH + RANK[kind]


def trumps(s: State) -> list[int]:
    """PERL-1.3: list the wild cards and the other trumps, the strongest first."""
    if s.trump < 0:
        return []
    plain = PACK.listed([OF_SUIT[s.trump] & ~WILDS[s.trump]])
    return [*WILD_BY_TRUMP[s.trump], *sorted(plain, key=lambda kind: -RANK[kind])]


def unseen_zones(s: State) -> set[str]:
    """PERL-3.14, 3.15: played cards lie face down; a player's own five are laid out when figures are settled."""
    hidden = {"pack"} if s.phase != Phase.CUT else {"stock"}
    if s.options.played_cards == PlayedCards.LAST_TRICK:
        hidden.add("spent")
    if s.phase != Phase.SHOWDOWN and not (s.phase == Phase.ANSWER and s.element >= 0):
        hidden.add("five")
    return hidden


def hidden_facts(s: State) -> set[str]:
    """Name the facts and marks that say nothing now."""
    idle = set()
    if s.phase not in PLAYING:
        idle |= {"dealer", "due"}  # the dealer is the next one already
    if s.phase != Phase.PLAY and s.phase != Phase.POLL:
        idle.add("due")
    if is_lead(s):
        idle |= {"leader", "best_seat"}
    if s.trump < 0:
        idle.add("trump")
    if s.bet_on < 0:
        idle.add("proposer")
    if s.standing_by < 0:
        idle.add("standing_by")
    return idle | {name for name in ("tricks", "gained") if not any(getattr(s, name))}


def marks(s: State) -> list[Mark]:
    """PERL-7.3, 10.1: tell who decides first at the showdown, and who is gestrichen."""
    deciding = _seats(s.deciding) if s.deciding >= 0 else []
    settled = s.phase == Phase.OVER or not s.begun
    struck = [] if settled else [seat for seat in range(SEATS) if is_gestrichen(s, team_of(seat))]
    return [Mark("decides", deciding), Mark("struck", struck)]


def captions(s: State) -> dict[int, str]:
    """PERL-1.3: name the wild cards."""
    if s.trump < 0:
        return {}
    return {
        kind: NAMED_WILDS[number] if number < len(NAMED_WILDS) else "wild"
        for number, kind in enumerate(WILD_BY_TRUMP[s.trump])
    }


def team(s: State, seat: int) -> int:
    """Return the mask of the seats of a side: partners sit opposite."""
    return 1 << seat | 1 << partner_of(seat)


def standing_for(s: State) -> dict[int, int]:
    """PERL-3.3, 4.9: return what the cards of the trick, and those fixed by claims, stand for."""
    told: dict[int, int] = {}
    if s.trump < 0:
        return told
    for number, kind in enumerate(WILD_BY_TRUMP[s.trump]):
        if s.fixed[number] != EMPTY:
            told[kind] = s.fixed[number]
    for seat in range(SEATS):
        if s.trick_as[seat] != EMPTY:
            told.setdefault(lowest(kinds(s.trick[seat])), s.trick_as[seat])
    return told


def suggested_meanings(s: State, seat: int, kind: int) -> list[int]:
    """Name the few cards that a wild is best used as, the best first: in a trick, or in a figure."""
    if s.phase == Phase.SHOWDOWN:
        return _sensible_in_figure(s, seat)
    aces = [WIDTH * suit + ACE for suit in range(len(SUITS))]
    best = [aces[s.trump]]
    if is_lead(s):
        best += [ace for ace in aces if ace != aces[s.trump]]
    elif s.led != s.trump and SUIT[s.best] != s.trump:
        best += [card for card in range(s.best, aces[s.led] + 1) if SUIT[s.best] == s.led]
    elif SUIT[s.best] == s.trump:
        best += range(s.best, aces[s.trump])
    best.append(worthless(s, dutiful(s, seat)))
    return [card for card in dict.fromkeys(best) if card != kind][:MOST_SENSIBLE]


def _sensible_in_figure(s: State, seat: int) -> list[int]:
    """Name what serves the best figure, then what else fits."""
    if seat % TEAMS != s.acting:
        return []
    chosen = drafted_as(s, seat)
    _, fit = fitting(s, seat, chosen, needed(s, s.acting))
    wanted = wanted_cards(s, seat) & fit
    return [*PACK.listed([wanted]), *PACK.listed([fit & ~wanted])[::-1]][:MOST_SENSIBLE]


def status(s: State, seat: int) -> list[Sentence]:
    """PERL-4.2, 4.3: tell what is trumps, and to a player alone the best figures of its hand."""
    told = []
    if s.phase in PLAYING:
        wilds = " ".join(map(PACK.glyph, WILD_BY_TRUMP[s.trump]))
        told.append(Sentence("trumps", {"trump": SUIT_GLYPHS[SUITS[s.trump]], "wilds": wilds}))
    if s.phase in PLAYING and is_fifth_led(s) and s.options.fifth_trick != FifthTrick.OFF:
        told.append(Sentence("fifth"))
    if seat < 0 or s.phase not in PLAYING:
        return told
    for element in (GLEICH, HANGER):
        shown = exhibit(s, seat, element)
        name = ELEMENT_NAMES[element]
        told.append(Sentence(name, {"cards": pictured(shown)}) if shown else Sentence(f"no_{name}"))
    if max(s.score[0], s.score[1]) >= s.options.target - 1:
        told.append(Sentence("score_last", {"ours": s.score[seat], "theirs": s.score[(seat + 1) % SEATS]}))
    return told


# elements


def elements(s: State) -> list[Element]:
    """PERL-4.1, 5.9: tell of Gleich, Hanger and Spiel what each is worth, who may bet on it, and who has it."""
    if s.due < 0:
        return []
    return [_element(s, element) for element in range(ELEMENTS)]


def _element(s: State, element: int) -> Element:
    over = s.status[element] != Status.OPEN
    playing = s.phase in PLAYING and s.bet_on < 0 and s.element in (-1, element)
    teams = [side for side in range(TEAMS) if ladder_refusal(s, side, element) == ALLOWED]
    if s.element == element:
        teams = [side for side in teams if side == s.acting]
    is_bet = s.bet_on == element
    return Element(
        name=ELEMENT_NAMES[element],
        worth=s.value[element],
        may=[seat for seat in range(SEATS) if team_of(seat) in teams] if playing else [],
        told=_told_of(s, element),
        over=over,
        by=s.by[element] if s.by[element] >= 0 else None,
        proposed=s.value[element] + 1 if is_bet else None,
        asks=s.proposer if is_bet else None,
    )


def _told_of(s: State, element: int) -> Sentence:
    """Name the sentence on an element; all have the same facts."""
    key, who = _key_of(s, element)
    return Sentence(key, {"bettor": max(0, s.proposer), "next": s.value[element] + 1, "who": who})


def _key_of(s: State, element: int) -> tuple[str, list[int]]:
    """Name the sentence on an element, and the seats that it speaks of."""
    if s.bet_on == element:
        return "asked", []
    if s.status[element] == Status.GIVEN:
        return "given", _seats(1 - s.by[element])
    if s.status[element] == Status.WON:
        return "decided" if element == SPIEL and s.phase in PLAYING else "won", _seats(s.by[element])
    if s.status[element] == Status.TIED:
        return "tied", []
    return ("void", []) if s.status[element] == Status.VOID else _key_of_bets(s, element)


def _key_of_bets(s: State, element: int) -> tuple[str, list[int]]:
    refusals = [ladder_refusal(s, side, element) for side in range(TEAMS)]
    allowed = [side for side, refusal in enumerate(refusals) if refusal == ALLOWED]
    if len(allowed) == TEAMS:
        return "free", []
    if allowed and s.ever_bet[element]:
        return "held", _seats(allowed[0])
    if STRUCK_OUT in refusals:
        return "struck", [seat for side in range(TEAMS) if refusals[side] == STRUCK_OUT for seat in _seats(side)]
    return "shut", []


def _seats(side: int) -> list[int]:
    return [side, side + TEAMS]


def waiting(s: State) -> Sentence | None:
    """PERL-5.16, 6.3, 8.3: say why the table waits."""
    known = {"bettor": max(0, s.proposer), "next": s.value[max(0, s.bet_on)] + 1, "due": max(0, s.due)}
    if s.phase == Phase.ANSWER:
        return Sentence(f"{'raise' if s.raised else 'bet'}_{ELEMENT_NAMES[s.bet_on]}", known)
    if s.phase == Phase.SHOWDOWN:
        return Sentence(f"settle_{ELEMENT_NAMES[s.element]}", known)
    return Sentence("poll", known) if s.phase == Phase.POLL else None


# facts of sentences


def ends(s: State) -> Sentence:
    """PERL-9.2: say how many points win."""
    return Sentence("first", {"target": s.options.target})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention.

    Returns:
        `prompt`, the sentence's name; `trump` and `led`, suits; `wilds`, the wild cards of the deal; `bettor`, the seat
        that proposed; `worth`, `next` and `after`, of the element that is bet on: now, if held, and if a raise is held;
        `worth_gleich`, `worth_hanger` and `worth_spiel`; `most`, the highest value; `due`, the seat that plays next;
        `left`, the cards of the pack, and `deepest`, how many may be lifted; `turned`, the card turned up; `last`, one
        point less than the target; `standing`, the cards of the claim to be beaten.
    """
    element = s.bet_on if s.bet_on >= 0 else max(0, s.element)
    worth = s.value[element]
    return {
        "prompt": _prompt(s, seat),
        "trump": SUIT_GLYPHS[SUITS[s.trump]] if s.trump >= 0 else "",
        "led": SUIT_GLYPHS[SUITS[s.led]],
        "wilds": " ".join(map(PACK.glyph, WILD_BY_TRUMP[s.trump])) if s.trump >= 0 else "",
        "bettor": max(0, s.proposer),
        "worth": worth,
        "next": worth + 1,
        "after": worth + 2,
        **{f"worth_{name}": s.value[i] for i, name in enumerate(ELEMENT_NAMES)},
        "most": s.options.max_value,
        "due": max(0, s.due),
        "left": s.pack_left,
        "deepest": max(1, s.pack_left - 1),
        "turned": lowest(kinds(s.turned)) if kinds(s.turned) else 0,
        "last": s.options.target - 1,
        "standing": pictured(_standing(s)),
    }


def _standing(s: State) -> list[tuple[int, int]]:
    """List the cards of the claim that stands, with what each stands for."""
    if s.standing_by < 0:
        return []
    told = standing_for(s)
    return [(card, told.get(card, card)) for card in PACK.listed(s.shown[s.standing_by])]


def _prompt(s: State, seat: int) -> str:
    if s.phase == Phase.CUT:
        return "cut_again" if s.pack_left < len(PACK) else ""
    if s.phase == Phase.EXCHANGE:
        return "exchange" if seat == s.dealer else "exchange_partner"
    if s.phase == Phase.ANSWER:
        return f"{'raised' if s.raised else 'answer'}_{ELEMENT_NAMES[s.bet_on]}"
    if s.phase == Phase.SHOWDOWN:
        better = "exceed" if s.options.figure_tie == FigureTie.FIRST_CLAIM else "beat"
        way = "equal" if faces_equal(s) else better if is_facing(s, s.acting) else "claim"
        return f"{way}_{ELEMENT_NAMES[s.element]}"
    return _prompt_of_play(s, seat) if s.phase == Phase.PLAY else ""


def _prompt_of_play(s: State, seat: int) -> str:
    if seat < 0 or kinds(s.hand[seat]).bit_count() == 1:
        return "last"
    if is_lead(s):
        return "lead"
    if dutiful(s, seat).bit_count() == len(PACK):
        return "free"
    return "follow_trump" if s.led == s.trump else "follow"


# talk


def phrases(s: State, seat: int) -> list[Phrase]:
    """PERL-6.5: list what may be said ready-made, and whether the seat's hand bears it out."""
    if s.phase not in PLAYING or seat < 0:
        return []
    own = kinds(s.five[seat])
    sizes = [len(exhibit(s, seat, element)) for element in (GLEICH, HANGER)]
    wilds = (kinds(s.hand[seat]) & WILDS[s.trump]).bit_count()
    asks = ("bet", "hold", "raise", "give_up", "play", "wild", "figure")
    told = [Phrase(f"ask_{key}", {}, None) for key in asks]
    for name, size in zip(ELEMENT_NAMES, sizes, strict=False):
        told += [Phrase(f"tell_{name}", {"n": n}, bool(own) and size == n) for n in range(2, LARGEST + 1)]
    told += [Phrase("tell_wild", {"n": n}, wilds == n) for n in range(1, 3)]
    told += [Phrase("tell_no_wild", {}, wilds == 0), Phrase("tell_nothing", {}, max(sizes) <= 2 and wilds == 0)]
    told += [Phrase("tell_next_trick", {}, None), Phrase("tell_no_trick", {}, None)]
    advises = ("bet", "hold", "raise", "give_up", "play_high", "play_low")
    return told + [Phrase(f"advise_{key}", {}, None) for key in advises]
