"""What lies on the table beside the hands: the last trick, bids turned over, captions, gauges, the pegs, the road, and
what can be bet on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from torite.kernel.fields import See
from torite.kit.actions import DONE, NOTHING, Shown, Verb
from torite.scenes import wording
from torite.scenes.schema import Element, Gauge, Laid, Peg, Piece, Placed, Revealed, Road, Station, Track, Way

if TYPE_CHECKING:
    from torite.kit.display import TrickFields
    from torite.match import Entry
    from torite.scenes.scene import PublicScene
    from torite.words import Words

LEAD = "lead"  #: the verb of the first to a trick, where it has another than the rest
LAST_TRICK = "last_trick"  #: what `unseen_zones` calls the trick before, also where no field keeps it
TAKES = "takes"  #: key of the note that a trick is complete, in every game of tricks


DEAL = "deal"  #: the chance that begins a deal; records know it by this name too


def last_trick(public: PublicScene) -> list[Laid] | None:
    """Gather the pieces played to the trick that was completed last."""
    match, verb = public.match, None
    if LAST_TRICK in public.unseen:
        return None
    if match.game.tricks and match.game.tricks.last:
        return _kept_trick(public, match.game.tricks)
    trick: list[Laid] = []
    complete = False
    for entry in match.backwards():
        ends = any(note.line.key == TAKES for note in entry.notes)
        if complete and (ends or entry.chance == DEAL):
            break
        complete = complete or (ends and bool(entry.actions))
        own = match.game.verbs.verb(entry.actions[0]) if entry.actions else None
        if not complete or own is None or not own.of_pieces:
            continue  # also a word that ends a trick: a pass
        verb = verb or own
        if own.key in (verb.key, LEAD):
            shown = entry.actions if own.shown is Shown.ALL else ()
            trick.append(Laid(entry.seat, [_played(public, a) for a in sorted(shown) if a != DONE]))
    return trick[::-1] or None


def _played(public: PublicScene, action: int) -> Piece:
    """Draw the piece that an action names, with what it stood for."""
    verb, pieces = public.match.game.verbs.verb(action), public.legend.pieces
    kind = action - verb.base
    return pieces[kind] if verb.piece == NOTHING else replace(pieces[verb.piece], stands=pieces[kind])


def _kept_trick(public: PublicScene, fields: TrickFields) -> list[Laid] | None:
    """Read the last trick from the field that keeps it, in the order of play."""
    rows, first = getattr(public.view, fields.last), getattr(public.view, fields.leader)
    order = [(first + i) % len(rows) for i in range(len(rows))]
    listed = public.match.game.pack.listed
    trick = [
        Laid(chair, [public.legend.pieces[kind] for kind in listed(rows[chair])]) for chair in order if any(rows[chair])
    ]
    return trick or None


def last_taker(public: PublicScene) -> int:
    """Find who took the trick that was completed last: a chair, -1 where there is none that may be looked at."""
    if public.last_trick is None:
        return -1
    notes = (note for entry in public.match.backwards() for note in entry.notes if note.line.key == TAKES)
    return next((note.seat for note in notes), -1)


def turned_over(public: PublicScene) -> list[Entry]:
    """Find the sealed choices of pieces that the last entry turned over, the last first: everybody sees them now."""
    match = public.match
    entries = iter(match.backwards())
    last = next(entries, None)
    verb = _sealed_verb(public, last)
    if last is None or verb is None or not last.notes:
        return []
    laid = [last]
    for entry in entries:
        if _sealed_verb(public, entry) is not verb or any(entry.seat == other.seat for other in laid):
            break
        laid.append(entry)
    return laid if len(laid) > 1 and all(_lies_open(public, entry, verb) for entry in laid) else []


def _sealed_verb(public: PublicScene, entry: Entry | None) -> Verb | None:
    """Return the verb of a choice of pieces of which the others saw no piece, else None."""
    if entry is None or not entry.actions:
        return None
    verb = public.match.game.verbs.verb(entry.actions[0])
    return verb if verb.of_pieces and verb.shown is not Shown.ALL else None


def _lies_open(public: PublicScene, entry: Entry, verb: Verb) -> bool:
    """Tell whether all pieces of a choice lie before its seat where everybody sees them."""
    lying: set[int] = set()
    for field in public.match.game.layout.fields:
        own = field.is_place and field.spec.see is See.ALL and field.spec.shape == ("seats",)
        if own and field.spec.holds == "pieces":
            lying.update(public.match.game.pack.listed(getattr(public.view, field.name)[entry.seat]))
    return all(action - verb.base in lying for action in entry.actions if action != DONE)


def revealed(public: PublicScene, viewer: int) -> Revealed | None:
    """Lay out the choices that were just turned over, and what came of them."""
    if not public.turned_over:
        return None
    match, words, note = public.match, public.words, public.turned_over[0].notes[-1]
    laid = [
        Laid(
            entry.seat,
            [
                public.legend.pieces[action - match.game.verbs.verb(action).base]
                for action in entry.actions
                if action != DONE
            ],
        )
        for entry in reversed(public.turned_over)
    ]
    return Revealed(laid, note.seat, wording.note_sentence(match, note, viewer, words))


def gauges(public: PublicScene, seat: int) -> list[Gauge]:
    """Lay out a seat's numbers that go towards something, where a game has some."""
    words = public.words
    return [Gauge(name, words(f"gauge.{name}"), values[seat], most) for name, values, most in public.gauges]


def captions(public: PublicScene) -> dict[int, dict[str, str]]:
    """Find what is written under pieces, and what is told of each."""
    words = public.words
    told = public.display.captions(public.view)
    return {kind: {"caption": words(f"caption.{k}"), "about": words(f"caption.{k}_about")} for kind, k in told.items()}


def track(public: PublicScene) -> Track | None:
    """Lay out the board with the pegs, where a game has one."""
    told = public.display.track(public.view)
    if told is None:
        return None
    pegs = [Peg(seat, peg.front, peg.back) for seat, peg in enumerate(told.pegs)]
    return Track(public.words("track.board"), told.target, pegs)


def road(public: PublicScene) -> Road | None:
    """Lay out the stations, where a game has some."""
    told, words = public.display.road(public.view), public.words
    if not told:
        return None
    stations = [
        Station(
            number,
            public.legend.pieces[station.kind] if station.kind >= 0 else None,
            station.state,
            words(f"station.{station.text.key}", **station.text.facts),
            station.demand,
            station.have,
        )
        for number, station in enumerate(told, 1)
    ]
    return Road(words("road.title"), stations)


def standing(public: PublicScene) -> dict[int, Piece]:
    """Find the pieces that stand for another, each with that one."""
    told = public.display.standing_for(public.view)
    return {kind: public.legend.pieces[other] for kind, other in told.items() if kind != other}


def standing_piece(public: PublicScene, kind: int) -> Piece:
    """Draw a piece with the one for which it stands, if it stands for one."""
    piece = public.legend.pieces[kind]
    return replace(piece, stands=public.standing[kind]) if kind in public.standing else piece


def drawn(public: PublicScene) -> Sequence[Placed]:
    """Draw each piece as it lies, by kind: with what is written under it, and what it stands for."""
    laid, told = list(public.legend.placed), captions(public)
    for kind, other in public.standing.items():
        laid[kind] = replace(laid[kind], stands=other)
    for kind, words in told.items():
        laid[kind] = replace(laid[kind], **words)
    return laid


def elements(public: PublicScene) -> list[Element]:
    """Lay out what can be bet on by itself, where a game has such, with the words that are said of each."""
    words, listed = public.words, public.match.game.verbs.listed
    laid = []
    for element in public.display.elements(public.view):
        name, told = element.name, element.told
        ways = [verb for verb in listed if verb.offer and not verb.takes_more and verb.name.endswith(f" {name}")]
        laid.append(
            Element(
                name,
                words(f"element.{name}"),
                worth=element.worth,
                proposed=element.proposed,
                asks=element.asks,
                may=list(element.may),
                told=words(f"element_told.{told.key}", **told.facts) if told else None,
                over=element.over,
                by=[] if element.by is None else _side(public, element.by),
                ways=[Way(verb.name, _short(words, verb)) for verb in ways],
            )
        )
    return laid


def _side(public: PublicScene, seat: int) -> list[int]:
    """List the seats of a seat's side."""
    mask = public.display.team(public.view, seat)
    return [other for other in range(public.match.seats) if mask >> other & 1]


def _short(words: Words, verb: Verb) -> str:
    """Name a verb beside what its last word names: by its family, if that has words."""
    family = f"family.{verb.name.rpartition(' ')[0].replace(' ', '_')}"
    return words(family if words.knows(family) else f"verb.{verb.key}")
