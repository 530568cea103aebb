"""Files that are no table of people, known by their first bytes: what each is, and how to get a table out of it.

Archives and compound documents are looked into by the process that reads workbooks, which names their kind.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

A_LINK: Final = "This is a link and not a file. Open it, save the spreadsheet that it leads to, and upload that file."
A_PICTURE: Final = "This is a picture. Upload the spreadsheet itself, or type it into one."
A_LETTER: Final = "This is a text document. Copy its table into a spreadsheet, save that as XLSX or CSV, and upload it."
A_MAIL: Final = "This is a mail. Save the spreadsheet that is attached to it, and upload that file."
AN_ARCHIVE: Final = "This is a compressed archive. Unpack it, and upload the spreadsheet that is in it."

# By the reason for which the process refuses an archive or a compound document.
IN_CONTAINERS: Final[Mapping[str, str]] = {
    "other": "This is an archive or another document. Upload the spreadsheet itself.",
    "letter": A_LETTER,
    "mail": A_MAIL,
    "slides": "This is a presentation. Copy its table into a spreadsheet, save that as XLSX or CSV, and upload it.",
    "iwork": "This is a document of Numbers, Pages or Keynote. Choose File, Export To, CSV or Excel, and upload that.",
}

_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"8BPS")
# Behind four bytes of its length, or of the length of what it is in.
_LATER_PICTURES: Final = (b"ftyp", b"WEBP")
_BITMAP: Final = re.compile(rb"BM....\0\0\0\0", re.DOTALL).match
# As they are, since bytes of binary formats have no case.
_BINARY: Final[Mapping[str, Sequence[bytes]]] = {
    A_PICTURE: _PICTURES,
    "This is a PDF document. Save its table as XLSX or CSV in the program that it was made with, and upload that.": (
        b"%PDF-",
    ),
    AN_ARCHIVE: (b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\x28\xb5\x2f\xfd"),
    "This is an Access database. Open it in Access, choose External Data, Export, Excel, and upload that file.": (
        b"\0\1\0\0Standard Jet DB",
        b"\0\1\0\0Standard ACE DB",
    ),
    "This is a database file. Export the table of people as CSV, and upload that file.": (b"SQLite format 3\0",),
    "This is a data file of another program. Export the people as CSV or Excel there, and upload that file.": (
        *(b"PAR1", b"ARROW1", b"$FL2", b"$FL3", b"<stata_dta>", b"ID;PWXL"),
    ),
    A_LINK: (b"bplist00", b"L\0\0\0\x01\x14\x02\0"),
}
# In lower case.
_TEXTS: Final[Mapping[str, Sequence[bytes]]] = {
    "This is a link to a Google Sheet. Open it, choose File, Download, Microsoft Excel, and upload that file.": (
        b'{"url"',
        b'{"doc_id"',
        b'{"":"warning',
        b'{"resource_id"',
    ),
    A_LINK: (b"[internetshortcut]", b"[desktop entry]"),
    "This is an address card or a calendar. Export the people as CSV and upload that file.": (
        b"begin:vcard",
        b"begin:vcalendar",
    ),
    A_LETTER: (b"{\\rtf",),
    A_PICTURE: (b"<svg",),
    "This is a dump of a database. Export the table of people as CSV, and upload that file.": (
        *(b"-- mysql dump", b"-- mariadb dump", b"-- postgresql database dump", b"insert into ", b"create table "),
        b"-- phpmyadmin",
    ),
    "This is a web page without a table. Save the list as XLSX or CSV in the program that shows it.": (
        b"<!doctype html",
        b"<html",
        b"<table",
    ),
    "This is XML. Export the people as CSV or Excel in the program that it comes from, and upload that file.": (
        b"<?xml",
        b"<!doctype",
    ),
}
JSON: Final = "This is JSON. Export the people as CSV or Excel in the program that it comes from, and upload that file."
_JSON: Final = re.compile(rb'[\[{]\s*["{\[]').match
# Lines as a mail's head has them, and those of which every mail has one; a list may have titles of this form.
_HEAD: Final = re.compile(rb"(?:[\w-]{2,40}:[ \t][^\r\n]*(?:\r?\n[ \t][^\r\n]*)*(?:\r?\n|$)){2,}").match
_OF_MAILS: Final = re.compile(
    rb"^(?:received|return-path|delivered-to|message-id|mime-version|content-type):", re.IGNORECASE | re.MULTILINE
).search
# Where a tape archive says what it is.
_TAPE: Final = slice(257, 262)
_START: Final = 2_048


def other_document(content: bytes) -> str | None:
    """The sentence for a file that is no table, or None."""
    first = content[:_START]
    start = first.lstrip(b"\xef\xbb\xbf \t\r\n")
    lower = start[:200].lower()
    if b"<plist" in lower:
        return A_LINK
    if first[4:8] in _LATER_PICTURES or first[8:12] in _LATER_PICTURES or _BITMAP(first):
        return A_PICTURE
    if first[_TAPE] == b"ustar":
        return AN_ARCHIVE
    for kinds, begins in ((_BINARY, first), (_TEXTS, lower)):
        for sentence, starts in kinds.items():
            if begins.startswith(tuple(starts)):
                return sentence
    if (head := _HEAD(start)) and _OF_MAILS(head[0]):
        return A_MAIL
    return JSON if _JSON(start) else None
