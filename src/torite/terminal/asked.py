"""What the table writes when it is asked: the help, scores, the score sheet, accounts, the last trick, meanings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from torite.scenes.choice_schema import Press
from torite.scenes.schema import AccountLine, Scene, SceneSeat, SheetRow
from torite.terminal import lying, picture
from torite.terminal.pen import Pen
from torite.terminal.scenes import chair_of
from torite.terminal.text_layout import pad
from torite.words import numeral

HELP = 13  # columns of the commands in the help
NARROW = 60  # columns below which the help has two lines for each
SHEET, NARROWEST = 12, 6  # columns of a seat on the score sheet; with fewer it is told in sentences


def help(table: Pen) -> Iterator[str]:
    """Write what can be typed."""
    for line in table.words(table.formed("help.table")).split("\n"):
        command, text = line[:HELP], line[HELP:]
        if "  " not in line:
            yield table.ink.write(line)
        elif table.ink.width < NARROW:
            yield table.ink.write([(command.strip(), "strong"), ("\n", ""), (text.strip(), "")], "", "  ")
        else:
            yield table.ink.write([(text, "")], command)


def scores(table: Pen, scene: Scene) -> str:
    """Write everybody's score, cards and marks."""
    lines = [picture.head(table, scene)]
    names = max(cell_len(table.name(seat)) for seat in scene.seats)
    for seat in sorted(scene.seats, key=lambda seat: seat.seat):
        told = lying.beside(table, scene, seat)
        if table.plain:
            facts = table.words.join([table.words("table.score", score=seat.score), *told])
            lines.append(table.say("table.seat", name=table.name(seat), facts=facts))
        else:
            beside = table.words.join(told)
            row = f" {pad(table.name(seat), names)}{pad(numeral(seat.score), 6, right=True)}   "
            lines.append(table.ink.write([(beside, "dim")], row) if beside else row.rstrip())
    return "\n".join(lines)


def sheet(table: Pen, scene: Scene) -> Iterator[str]:
    """Write what each deal was, what it changed, and the scores after it: a table, or sentences."""
    if not scene.sheet:
        return
    yield table.tell(table.words("table.sheet"), "accent")
    width = min(SHEET, (table.ink.width - 4) // len(scene.seats))
    spoken = table.plain or width < NARROWEST
    if not spoken:
        heads = "".join(pad(table.name(seat)[: width - 2], width, right=True) for seat in scene.seats)
        yield table.ink.row([(f"    {heads}", "dim")])
    for row in scene.sheet:
        number, text = str(row.deal or "–"), row.text or ""
        if spoken:
            yield table.tell(f"{number}. {text} {_changes(table, scene, row)}".replace("  ", " "))
            continue
        columns = "".join(pad(_cell(row, seat.seat, width), width, right=True) for seat in scene.seats)
        yield table.ink.row([(f"{pad(number, 3, right=True)} {columns}", "")])
        if text:
            yield table.ink.write([(text, "dim")], "     ")


def _changes(table: Pen, scene: Scene, row: SheetRow) -> str:
    told = [
        table.words(
            "table.sheet_seat",
            name=table.name(seat),
            change=numeral(row.changes[seat.seat], "+d"),
            score=row.scores[seat.seat],
        )
        for seat in scene.seats
    ]
    return table.words.join(told)


def account(table: Pen, scene: Scene) -> str:
    """Write the account of the deal that was scored last, each line with its clause, and what this deal has scored."""
    if not scene.account and not scene.counted:
        return table.say("table.no_account")
    lines = _lines(table, "table.account", scene.account)
    return "\n".join([*lines, *_lines(table, "table.counted", scene.counted)])


def _lines(table: Pen, head: str, account: Sequence[AccountLine]) -> Iterator[str]:
    """Write lines of an account under their head, if there are any."""
    if account:
        yield table.tell(table.words(head), "accent")
    for line in account:
        drawn = " ".join(f"{p.glyph}={p.stands.glyph}" if p.stands else p.glyph for p in line.pieces)
        told = table.spoken("note.with_pieces", text=line.text.rstrip(".。"), pieces=drawn) if drawn else line.text
        text = table.words("table.account_line", text=told, clause=line.clause)
        yield table.tell(text, first="" if table.plain else " ")


def last_trick(table: Pen, scene: Scene) -> str:
    """Write the trick that was completed last, and who took it."""
    last = scene.last_trick
    if not last:
        return table.say("table.no_trick")
    plays = table.plays(scene, [(part.seat, part.pieces) for part in last])
    if scene.last_taker < 0:
        return table.say("table.last_trick", plays=plays)
    return table.say("table.last_trick_of", plays=plays, name=table.name(chair_of(scene, scene.last_taker)))


def result(table: Pen, scene: Scene) -> Iterator[str]:
    """Tell how the match ended, and everybody's place."""
    if not scene.result:
        return
    yield table.tell(scene.result.text, "strong")
    if len(scene.seats) > 1:
        places = sorted(zip(scene.result.places, scene.seats, strict=True), key=lambda pair: pair[0])
        told = [_placed(table, place, seat) for place, seat in places]
        yield table.say("table.places", places=table.words.join(told))


def _placed(table: Pen, place: int, seat: SceneSeat) -> str:
    """Tell whose place it is, and of whoever fell out of the match when that was."""
    out = next((mark.text for mark in seat.marks if mark.name == "out"), "")
    key = "table.place_out" if out else "table.place"
    return table.words(key, place=place, name=table.name(seat), score=seat.score, out=out)


def meanings(table: Pen, scene: Scene, asked: str = "") -> Iterator[str]:
    """Tell what words on the table mean, of those that a newcomer cannot guess: all, or those that begin as asked."""
    chairs = [*scene.seats, *scene.figures]
    facts = [*scene.facts, *(fact for chair in chairs for fact in chair.facts)]
    for fact in facts:
        if fact.pieces and fact.text.casefold().startswith(asked.casefold()):
            yield table.say("why.order", text=fact.text, pieces=" ".join(piece.glyph for piece in fact.pieces))
    told = [(one.text, one.about) for one in scene.facts]
    told += [(str(one.value), one.means) for one in facts]
    for seat in chairs:
        told += [(one.text, one.about) for one in (*seat.marks, *seat.facts, *seat.gauges)]
    told += [(zone.text, zone.about) for zone in scene.zones if zone.count]
    told += [(p.caption, p.about) for zone in scene.zones for p in zone.pieces if p and p.caption]
    told += [(one.text, one.about) for one in scene.choices if isinstance(one, Press)]
    for text, about in dict.fromkeys(told):
        if about and text and text.casefold().startswith(asked.casefold()):
            yield table.say("why.means", text=text, about=about)


def _cell(row: SheetRow, seat: int, width: int) -> str:
    """Write what a deal changed for a seat and its score; the score alone where there is little room."""
    change, score = row.changes[seat], row.scores[seat]
    both = f"{numeral(change, '+d') if change else '·'}  {numeral(score)}"
    return both if len(both) < width else numeral(score)
