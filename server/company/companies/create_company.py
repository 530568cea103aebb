"""Create a company under a slug of its name: its apply link ends in it."""

import re
import secrets
import unicodedata
from dataclasses import asdict, dataclass
from typing import Final
from uuid import UUID

from server.company.companies.repository import add_company
from server.company.companies.schemas import Industry
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError
from server.vocabulary.languages import Language

TRIES: Final = 5
_INDIAN: Final = re.compile("[\u0900-\u0d7f]+")
# The slug of a name without ASCII letters and digits.
NAMELESS: Final = "company"


@dataclass(frozen=True, kw_only=True)
class NewCompany:
    """The founder's input, validated and normalised."""

    name: str
    industry: Industry
    website: str | None
    language: Language
    # The invitation of the operator, by which no other is founded.
    founded_by: UUID | None = None


async def create_company(connection: Connection, company: NewCompany) -> UUID:
    """Insert a company with a unique slug of its name; its id.

    Raises ConflictError: another was founded by this invitation. That every slug which was tried is taken is very
    unlikely, because of their random characters.
    """
    slug = slug_of(company.name)
    for _ in range(TRIES):
        made = await add_company(connection, slug=slug, **asdict(company))
        if made is not None:
            return made
        slug = f"{slug_of(company.name)}-{secrets.token_hex(3)}"
    raise ConflictError


def slug_of(name: str) -> str:
    """Lower-case ASCII letters, digits and single hyphens: `Café Ümit & Co.` is `cafe-umit-co`."""
    latin = _INDIAN.sub(_in_latin, unicodedata.normalize("NFKD", name))
    plain = latin.encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain)[:60].strip("-") or NAMELESS


def _in_latin(word: re.Match[str]) -> str:
    """Spell a word in an Indian script by the names that Unicode has for its letters: शिखर is `shikhar`."""
    spelt = ""
    for letter in word[0]:
        match unicodedata.name(letter, "").split():
            case [_, "LETTER", *_, sound]:
                spelt += sound.lower()
            case [_, "VOWEL", "SIGN", *_, sound]:
                spelt = spelt.removesuffix("a") + sound.lower()
            case [_, "SIGN", "VIRAMA"]:
                spelt = spelt.removesuffix("a")
            case [_, "SIGN", "ANUSVARA" | "CANDRABINDU"]:
                spelt += "n"
            case _:
                pass
    # The vowel of a last consonant is silent.
    if len(word[0]) > 1 and unicodedata.category(word[0][-1]) == "Lo":
        spelt = spelt.removesuffix("a")
    return re.sub(r"(.)\1+", r"\1", spelt)
