"""The table as a small picture: a row a seat, and below what lies there and what the game tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from torite.kit import ZoneName
from torite.scenes.schema import Piece, Placed, Road, Scene, SceneSeat, Zone
from torite.terminal import lying
from torite.terminal.pen import Pen
from torite.terminal.scenes import Look, around, is_figure
from torite.terminal.text_layout import Fragment, pad, whole
from torite.terminal.wording import card_style
from torite.words import numeral

NARROW = 60  # columns below which hands are counted, not drawn
LONGEST_NAME = 14
MOST_BACKS = 10
BESIDE = "      "  # before what is told of a seat in a line of its own
BAR = 30  # columns of the board at most


def head(table: Pen, scene: Scene) -> str:
    """Write the game's name, its phase and the public facts of the deal in one line."""
    phase, *facts = map(whole, lying.stage(table, scene))
    if table.plain:
        return table.say("table.sentence", text=table.words.join([scene.title, phase, *facts]))
    spaced = [(f"  {fact}", "dim") for fact in facts]
    return table.ink.write([(scene.title, "accent"), (f"  {phase}", ""), *spaced])


def drawn(table: Pen, scene: Look, everything: bool = False) -> str:
    """Draw what lies on the table and how the seats stand."""
    lines = [head(table, scene), "", *_seats(table, scene)]
    if scene.track:
        lines += ["", table.tell(lying.pegs(table, scene)), *_board(table, scene)]
    places = [place for place in lying.places(table, scene, everything) if not _is_on_row(table, place.zone)]
    lines += [_place(table, scene, place) for place in places]
    if scene.road:
        lines += ["", *_road(table, scene.road)]
    told = [*lying.elements(table, scene), *scene.status]
    told += lying.turned_over(table, scene) if everything else ()
    if told:
        lines += ["", *(table.tell(text) for text in told)]
    return "\n".join([*lines, ""])


def _seats(table: Pen, scene: Look) -> Iterator[str]:
    """Draw a row for each seat: whose turn it is, score, hand, what it put on the trick, and what is told of it."""
    played = dict(lying.lies_on_trick(scene)) or {
        place.zone.seat: [piece for piece in place.zone.pieces if piece]
        for place in lying.places(table, scene, True)
        if _is_on_row(table, place.zone)
    }
    names = min(LONGEST_NAME, max(cell_len(table.name(seat)) for seat in around(scene)))
    narrow = table.ink.width < NARROW
    score, cards = table.words("table.heads"), table.words(table.formed("table.cards"))
    scores = max(5, cell_len(score))
    yield table.ink.row([(pad("", names + 3) + pad(score, scores, right=True) + f"  {cards}", "dim")])
    for seat in around(scene):
        held = seat.held if narrow or seat.held > MOST_BACKS else "▮" * seat.held
        held = f"{held}▮" if (narrow or seat.held > MOST_BACKS) and seat.held else held or ""
        row: list[Fragment] = [
            (" ▸ " if seat.acts else "   ", "turn"),
            (pad(table.name(seat), names), "dim" if seat.out else "strong" if seat.you else ""),
            (pad("" if is_figure(scene, seat) else numeral(seat.score), scores, right=True), "dim" if seat.out else ""),
            (pad(f"  {held}", 6 if narrow else MOST_BACKS + 4), "accent"),
            *_on_trick(table, scene, seat, played.get(seat.seat, ())),
        ]
        told = table.words.join([whole(text) for text in lying.beside(table, scene, seat)])
        free = table.ink.width - sum(cell_len(text) for text, _ in row)
        if cell_len(told.replace("\u2060", "")) <= free:
            yield table.ink.row([*row, (told, "dim")])
        else:
            yield table.ink.row(row)
            yield table.ink.write([(told, "dim")], BESIDE)


def _is_on_row(table: Pen, zone: Zone) -> bool:
    """Tell whether pieces are drawn beside their seat: dice, which lie open."""
    return table.game.pack.of_dice and zone.name == ZoneName.HAND


def _on_trick(table: Pen, scene: Look, seat: SceneSeat, pieces: Sequence[Placed]) -> list[Fragment]:
    row: list[Fragment] = []
    for piece in pieces:
        row += [*_piece(piece), (f" {whole(piece.caption)} " if piece.caption else " ", "dim")]
    if pieces and seat.seat == scene.winning:
        row.append((table.words("table.wins_short"), "moss"))
    return [*row, ("  ", "")] if row else []


def _place(table: Pen, scene: Scene, place: lying.Lying) -> str:
    """Draw the pieces of a place, and the backs of those unseen."""
    fragments: list[Fragment] = [(f"{place.head}  ", "dim")]
    if not place.listed:
        fragments.append((table.words("table.many", n=place.zone.count), "dim"))
        return table.ink.write(fragments, "   ")
    for piece in place.zone.pieces:
        if piece is None:
            continue
        fragments += [*_piece(piece), (" ", "")]
        beside = [piece.caption, _player(table, scene, piece)]
        fragments += [(f"{whole(text)}  ", "dim") for text in beside if text]
    if hidden := place.zone.pieces.count(None):
        fragments.append(("▮" * hidden if hidden <= MOST_BACKS else f"{hidden}▮", "accent"))
    return table.ink.write(fragments, "   ")


def _player(table: Pen, scene: Scene, piece: Placed) -> str:
    """Name who played a piece of a row; empty where that is not told."""
    chairs = {chair.seat: chair for chair in around(scene)}
    return table.name(chairs[piece.seat]) if isinstance(piece.seat, int) else ""


def _board(table: Pen, scene: Scene) -> Iterator[str]:
    """Draw the board: a line a seat, its front peg filled, the back one open."""
    assert scene.track is not None
    chairs = {chair.seat: table.name(chair) for chair in around(scene)}
    names = min(LONGEST_NAME, max(cell_len(chairs[peg.seat]) for peg in scene.track.pegs))
    columns = max(8, min(BAR, table.ink.width - names - 6))
    for peg in scene.track.pegs:
        line = ["·"] * (columns + 1)
        for at, sign in ((peg.back, "○"), (peg.front, "●")):
            line[min(columns, max(0, at) * columns // max(1, scene.track.target))] = sign
        yield table.ink.row([(f"   {pad(chairs[peg.seat], names)}  ", ""), ("".join(line), "accent")])


def _road(table: Pen, road: Road) -> Iterator[str]:
    """Draw the stations, one below the other: number, what lies there, what it demands."""
    yield table.ink.write([(road.text, "dim")], "   ")
    for station in road.stations:
        piece, here = station.piece, station.state == "here"
        glyph = pad(piece.glyph if piece else "·", 4)
        style = card_style(glyph.strip(), "legal") if piece else "dim"
        row = [(" ▸ " if here else "   ", "turn"), (f"{station.number} ", "strong" if here else "dim")]
        yield table.ink.row([*row, (glyph, style), (station.text, "" if piece else "dim")])


def _piece(piece: Piece) -> list[Fragment]:
    """Draw a card, and what it stands for: `♦7=♥A`, as it is typed."""
    glyphs = [piece.glyph, *([piece.stands.glyph] if piece.stands else [])]
    fragments: list[Fragment] = [(glyph, card_style(glyph, "legal")) for glyph in glyphs]
    return [fragments[0], ("=", ""), fragments[1]] if len(fragments) > 1 else fragments
