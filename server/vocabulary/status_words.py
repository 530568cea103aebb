"""What the cells of lists say of a person's access, and that a person has left, in English and in Indian languages."""

import re
from functools import lru_cache
from typing import Final

from server.vocabulary.visible_text import fold_name

# Answers, which mean the contrary below a heading such as "Suspended"; the other words say what they mean everywhere.
_YES: Final = frozenset({"1", "on", "t", "true", "y", "yes", "हाँ", "हां", "हा", "होय"})
_NO: Final = frozenset({"0", "f", "false", "n", "no", "off", "नहीं", "नही", "नाही"})
_ACTIVE: Final = frozenset(
    {
        *("activated", "active", "continuing", "current", "currently active", "enabled", "enrolled", "ongoing"),
        *("provisioned", "pursuing", "reactivated", "studying", "unblocked", "working", "सक्रिय", "चालू", "अध्ययनरत"),
    }
)
_INACTIVE: Final = frozenset(
    {
        *("blocked", "closed", "deactivated", "deprovisioned", "disabled", "in active", "inactive", "locked"),
        *("locked out", "non active", "not active", "suspended", "निष्क्रिय", "असक्रिय", "निलंबित", "बंद"),
    }
)
# Headings of which an answer of yes means no access.
_CONTRARY: Final = re.compile(r"\b(?:suspend|disabl|inactiv|deactivat|block|lock)").search
_LEFT: Final = re.compile(
    r"""(?:(?:has|have)\s)?
        (?:left(?:\s(?:out|on|in|due|for|from|by|because|after|without|since|mid\w*|the|this|his|her|college|school|course
            |class|batch|cent(?:er|re)|institute|company|job|training|programme|program|organi[sz]ation|\d)\b.*)?$
        |drop(?:s|ped)?(?:\sout)?s?$|dropp?(?:ed)?\s?outs?\b|dropped\b(?!\sin\b)|discontinu|delet|cancell?ed\b|(?:admission|registration)\scancel
        |transferr?ed\b|t\s?c\s(?:issued|taken|given|applied|collected|received)|tc$|t\sc$|pass(?:ed)?\s?outs?\b|alumn
        |withd?raw|withdrew|terminat|expelled|(?:name\s)?struck\soff|rusticat|resign|relieved|deceased|expired|died\b
        |dead$|ab[s]?cond|un-?enroll?ed|de-?registered|removed\b|no\slonger|not\scontinu|(?:did\s)?not\sjoin|never\sjoin
        |quit\b|exited\b|ex[\s-](?:student|trainee|employee|learner|staff|member)|released$|gone$
        |discharged|(?:course|college|school|class|batch|job|training|studies)\s(?:left|dropped|discontinued|cancell?ed))
    """,
    re.VERBOSE,
).match
# What a cell in English that says so begins with: to be found quickly.
# The first letters of such a cell in English, by which the other cells of a file are passed over quickly.
_FIRST: Final = (
    "abs|adm|alu|bat|can|cla|col|cou|de-|dea|dec|del|der|did|die|dis|dro|ex |ex-|exi|exp|gon|has|hav|job|lef|nam|nev|"
    "no |not|pas|qui|reg|rel|rem|res|rus|sch|str|stu|t c|t.c|tc|tc |ter|tra|un-|une|wid|wit"
)
_BEGINNINGS: Final = frozenset(_FIRST.split("|"))
# Hindi and Marathi with their endings, and the same in other languages.
_LEFT_IN_INDIAN: Final = re.compile(
    "छोड़|सोडल|सोडून|निष्कासित|रद्द|स्थानांतरित|स्थानान्तरित|हटाया|हटा दि|पास ?आउट|ड्रॉप|ड्राप|नाम काटा|^मृतक?$|टी ?सी |"
    "ছেড়ে|விலக|ಬಿಟ್ಟ|వదిల|മാറിപ്പോയ|છોડી|ਛੱਡ"
).search
# A left hand or eye says nothing of a person who has left.
_SIDES: Final = re.compile(r"\b(?:hand(?:ed)?|side|eye|ear|foot|leg|thumb|finger|wing)\b").search
_marks: Final = re.compile(r"[^\w\u0900-\u0963\u0966-\u0dff]+|_").sub
LONGEST: Final = 60


@lru_cache(maxsize=4_096)
def _plain(cell: str) -> str:
    return " ".join(_marks(" ", fold_name(cell)).split())


def has_left(cell: str) -> bool:
    """Whether a cell says that the person has left. Most cells of a file are other ones, which is quick to see."""
    first = cell[:3].lower()
    if (first not in _BEGINNINGS and first[:1].isalnum() and first.isascii()) or len(cell) > LONGEST:
        return False
    text = _plain(cell)
    return _LEFT(text) is not None or _LEFT_IN_INDIAN(text) is not None


def may_say_left(heading: str) -> bool:
    return _SIDES(heading.casefold()) is None


def is_contrary(heading: str) -> bool:
    """Whether a yes below this heading means that the person has no access: "Account disabled"."""
    return _CONTRARY(heading.casefold()) is not None


def read_active(cell: str, *, contrary: bool = False) -> bool | None:
    """Whether a cell says that the person has access; None where it does not say."""
    text = _plain(cell) if len(cell) <= LONGEST else ""
    if text in _YES or text in _NO:
        return (text in _YES) is not contrary
    return True if text in _ACTIVE else False if text in _INACTIVE else None
