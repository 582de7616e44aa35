"""What lies on the table beside the hands: the last trick, bids turned over, captions, gauges, the pegs, the road, and
what can be bet on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from torite.kernel.fields import See
from torite.kit.actions import DONE
from torite.kit.verb import NOTHING, Shown, Verb
from torite.match.naming import naming
from torite.scenes import wording
from torite.scenes.schema import Element, Gauge, Laid, Peg, Piece, Placed, Revealed, Road, Station, Track, Way

if TYPE_CHECKING:
    from torite.kit.display import TrickFields
    from torite.match import Entry
    from torite.scenes.position import PublicPosition
    from torite.words import Words

LEAD = "lead"  #: the verb of the first to a trick, where it has another than the rest
LAST_TRICK = "last_trick"  #: what `unseen_zones` calls the trick before, also where no field keeps it
TAKES = "takes"  #: key of the note that a trick is complete, in every game of tricks


DEAL = "deal"  #: the chance that begins a deal; records know it by this name too


def last_trick(at: PublicPosition) -> list[Laid] | None:
    """Gather the pieces played to the trick that was completed last."""
    match, verb = at.match, None
    if LAST_TRICK in at.unseen:
        return None
    if match.game.tricks and match.game.tricks.last:
        return _kept_trick(at, match.game.tricks)
    trick: list[Laid] = []
    complete = False
    for entry in match.log.backwards():
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
            trick.append(Laid(entry.seat, [_played(at, a) for a in sorted(shown) if a != DONE]))
    return trick[::-1] or None


def _played(at: PublicPosition, action: int) -> Piece:
    """Draw the piece that an action names, with what it stood for."""
    verb, pieces = at.match.game.verbs.verb(action), at.legend.pieces
    kind = action - verb.base
    return pieces[kind] if verb.piece == NOTHING else replace(pieces[verb.piece], stands=pieces[kind])


def _kept_trick(at: PublicPosition, fields: TrickFields) -> list[Laid] | None:
    """Read the last trick from the field that keeps it, in the order of play."""
    rows, first = getattr(at.view, fields.last), getattr(at.view, fields.leader)
    order = [(first + i) % len(rows) for i in range(len(rows))]
    listed = at.match.game.pack.listed
    trick = [
        Laid(chair, [at.legend.pieces[kind] for kind in listed(rows[chair])]) for chair in order if any(rows[chair])
    ]
    return trick or None


def last_taker(at: PublicPosition, trick: list[Laid] | None) -> int:
    """Find who took the trick that was completed last: a chair, -1 where there is none that may be looked at."""
    if trick is None:
        return -1
    notes = (note for entry in at.match.log.backwards() for note in entry.notes if note.line.key == TAKES)
    return next((note.seat for note in notes), -1)


def turned_over(at: PublicPosition) -> list[Entry]:
    """Find the sealed choices of pieces that the last entry turned over, the last first: everybody sees them now."""
    match = at.match
    entries = iter(match.log.backwards())
    last = next(entries, None)
    verb = _sealed_verb(at, last)
    if last is None or verb is None or not last.notes:
        return []
    laid = [last]
    for entry in entries:
        if _sealed_verb(at, entry) is not verb or any(entry.seat == other.seat for other in laid):
            break
        laid.append(entry)
    return laid if len(laid) > 1 and all(_lies_open(at, entry, verb) for entry in laid) else []


def _sealed_verb(at: PublicPosition, entry: Entry | None) -> Verb | None:
    """Return the verb of a choice of pieces of which the others saw no piece, else None."""
    if entry is None or not entry.actions:
        return None
    verb = at.match.game.verbs.verb(entry.actions[0])
    return verb if verb.of_pieces and verb.shown is not Shown.ALL else None


def _lies_open(at: PublicPosition, entry: Entry, verb: Verb) -> bool:
    """Tell whether all pieces of a choice lie before its seat where everybody sees them."""
    lying: set[int] = set()
    for field in at.match.game.layout.fields:
        own = field.is_place and field.spec.see is See.ALL and field.spec.shape == ("seats",)
        if own and field.spec.holds == "pieces":
            lying.update(at.match.game.pack.listed(getattr(at.view, field.name)[entry.seat]))
    return all(action - verb.base in lying for action in entry.actions if action != DONE)


def revealed(at: PublicPosition, turned: list[Entry], viewer: int) -> Revealed | None:
    """Lay out the choices that were just turned over, the last first, and what came of them."""
    if not turned:
        return None
    match, words, note = at.match, at.words, turned[0].notes[-1]
    laid = [
        Laid(
            entry.seat,
            [
                at.legend.pieces[action - match.game.verbs.verb(action).base]
                for action in entry.actions
                if action != DONE
            ],
        )
        for entry in reversed(turned)
    ]
    return Revealed(laid, note.seat, wording.note_sentence(match, note, viewer, words))


def gauges(at: PublicPosition, seat: int) -> list[Gauge]:
    """Lay out a seat's numbers that go towards something, where a game has some."""
    words, about = at.words, at.legend.about
    return [
        Gauge(name, words(f"gauge.{name}"), values[seat], most, half or UNSET, about=about("gauge", name))
        for name, values, most, half in at.gauges
    ]


def captions(at: PublicPosition) -> dict[int, dict[str, str]]:
    """Find what is written under pieces, and what is told of each."""
    words = at.words
    told = at.display.captions(at.view)
    return {kind: {"caption": words(f"caption.{k}"), "about": words(f"caption.{k}_about")} for kind, k in told.items()}


def track(at: PublicPosition) -> Track | None:
    """Lay out the board with the pegs, where a game has one."""
    told = at.display.track(at.view)
    if told is None:
        return None
    pegs = [Peg(seat, peg.front, peg.back) for seat, peg in enumerate(told.pegs)]
    return Track(at.words("track.board"), told.target, pegs)


def road(at: PublicPosition) -> Road | None:
    """Lay out the stations, where a game has some."""
    told, words = at.display.road(at.view), at.words
    if not told:
        return None
    stations = [
        Station(
            number,
            at.legend.pieces[station.kind] if station.kind >= 0 else None,
            station.state,
            words(f"station.{station.text.key}", **station.text.facts),
            station.demand,
            station.have,
        )
        for number, station in enumerate(told, 1)
    ]
    return Road(words("road.title"), stations)


def standing_piece(at: PublicPosition, kind: int) -> Piece:
    """Draw a piece with the one for which it stands, if it stands for one."""
    piece = at.legend.pieces[kind]
    return replace(piece, stands=at.standing[kind]) if kind in at.standing else piece


def drawn(at: PublicPosition) -> Sequence[Placed]:
    """Draw each piece as it lies, by kind: with what is written under it, and what it stands for."""
    laid, told = list(at.legend.placed), captions(at)
    for kind, other in at.standing.items():
        laid[kind] = replace(laid[kind], stands=other)
    for kind, words in told.items():
        laid[kind] = replace(laid[kind], **words)
    return laid


def elements(at: PublicPosition, viewer: int) -> list[Element]:
    """Lay out what can be bet on by itself, where a game has such, with the words that are said of each."""
    match = at.match
    words, listed = naming(match.game, match.names, at.legend.words, viewer), match.game.verbs.listed
    laid = []
    for element in at.display.elements(at.view):
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
                by=[] if element.by is None else wording.side(at.match, element.by),
                ways=[Way(verb.name, _short(words, verb)) for verb in ways],
            )
        )
    return laid


def _short(words: Words, verb: Verb) -> str:
    """Name a verb beside what its last word names: by its family, if that has words."""
    family = f"family.{verb.name.rpartition(' ')[0].replace(' ', '_')}"
    return words(family if words.knows(family) else f"verb.{verb.key}")
