"""Names that are stored or sent, of which a newer version that runs beside this one may know more."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Final, Self

from typing_extensions import override

from server.platform.process.metrics import UNKNOWN_VALUES

# False while what a client has sent is read.
takes_unknown: Final = ContextVar("takes_unknown", default=True)


class OpenEnum(StrEnum):
    """A text that is none of the names reads as a nameless value, which equals that text and none of the names."""

    @override
    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str) or not takes_unknown.get():
            return None
        unknown = str.__new__(cls, value)
        unknown._name_, unknown._value_ = "", value
        UNKNOWN_VALUES.labels(cls.__name__).inc()
        return unknown


@contextmanager
def known_names_only() -> Iterator[None]:
    """Refuse other names meanwhile: what a client sends is read here."""
    token = takes_unknown.set(False)
    try:
        yield
    finally:
        takes_unknown.reset(token)
