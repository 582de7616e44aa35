"""Names that look the same: people at one table are told apart by others, not by code points.

Two names are alike if they read the same, whatever their case, width, accents, spaces, and marks that nobody sees; or
if they are drawn the same. There letters of other alphabets, digits and signs that look like a Latin letter count as
that letter, capitals and small letters each by their own look. The table holds what Unicode's confusables (UTS #39) say
of letters that people type, and kana that look like ideographs. Nobody is refused: the later of two gets a number, and
a number too many costs nobody anything, so what is doubtful counts as alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

#: Letters, and below them what each looks like.
LOOKS = (
    ("АВЕЅІЈКМНОРСТУХҮԌԚԜӀ", "ABESIJKMHOPCTYXYGQWI"),
    ("аеѕіјорсухүԛԝԁһӏгьпкзЗб", "aesijopcyxyqwdhlrbnk336"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϿ", "ABEZHIKMNOPTYXCD"),
    ("αγηικνορστυχωϲϳ", "aynikvopotuxwcj"),
    ("ՕՍՏԼօսհոզցյ", "OUSLouhnqgj"),
    ("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏚᎢᏙᎳᏃ", "ABCDEGHJKLMPSTVWZ"),
    ("ᏆᎥᏂᏒᏔᎩ", "IihRWY"),
    ("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "ABCDEFGHIJKLMNOPRSTUVWXYZ"),
    ("ⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲟⲣⲥ", "HIKMNOPCTYXopc"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ("ͿѴѵ౦ଠ೦ഠ๐໐०০੦૦", "JVvoooooooooo"),
    ("ıɩɑɡøłđħŧØŁĐĦŦ", "iiagoldhtOLDHT"),
    ("カニロハトタエチミオへべぺりー一—–‐‑−", "力二口八卜夕工千三才ヘベペリ-------"),
    ("囗", "口"),
    ("’‘ʼ`´〇○", "'''''OO"),
)
DRAWN = {ord(letter): look for letters, looks in LOOKS for letter, look in zip(letters, looks, strict=True)}
STROKES = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O"})  #: drawn as one in many a typeface
PAIRS = (("rn", "m"), ("vv", "w"))
MARKS = ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF))  #: of alphabets; others are vowels
UNSEEN = ("Cf", "Zs", "Cc")


def alike(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name looks like one of others."""
    own = _looks(name)
    return any(own & _looks(other) for other in others)


def _looks(name: str) -> set[str]:
    """Return how a name reads and how it is drawn; names of which either is the same are alike."""
    seen = _read(name)
    # Some letters are drawn otherwise than what they stand for, others only once nothing is left of their accents.
    drawn = _read(name.translate(DRAWN)).translate(DRAWN).translate(STROKES).casefold()
    for pair, look in PAIRS:
        drawn = drawn.replace(pair, look)
    return {f"read {seen.casefold()}", f"drawn {drawn}"}


def _read(name: str) -> str:
    """Return what a name reads, whatever its width, accents, spaces and unseen marks."""
    parts = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not _is_passed_over(letter))
    return unicodedata.normalize("NFC", parts)


def _is_passed_over(letter: str) -> bool:
    """Tell whether a letter makes no difference: a mark of an alphabet, a blank, or what is not seen."""
    code = ord(letter)
    selects = 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF or 0x180B <= code <= 0x180F
    return selects or unicodedata.category(letter) in UNSEEN or any(first <= code <= last for first, last in MARKS)
