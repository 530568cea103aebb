"""By what copies of a person are found: an email is one person's, a phone may be shared and counts with the name."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True, kw_only=True)
class Contacts:
    """`email` in lower case."""

    email: str | None
    phone: str | None
    full_name: str | None

    def values(self) -> dict[str, str | None]:
        return asdict(self)
