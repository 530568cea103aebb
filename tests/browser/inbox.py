"""The inbox of development, read as its owner reads it."""

from dataclasses import dataclass
from typing import Any, Final

import httpx2

from tests.browser.waiting import wait_until

WAIT_SECONDS: Final = 90


@dataclass(frozen=True, kw_only=True)
class Inbox:
    url: str

    def code(self, to: str, *, but: str | None = None) -> str:
        """The newest code sent to them; `but` is one that was there already."""
        return self._newest(to, "code", but=but)

    def temporary_password(self, to: str) -> str:
        """That of the invitation."""
        return self._newest(to, "temporaryPassword")

    def messages(self, to: str) -> list[dict[str, Any]]:
        """Newest first."""
        messages: list[dict[str, Any]] = httpx2.get(f"{self.url}/dev/messages", params={"to": to}).json()
        return messages

    def _newest(self, to: str, secret: str, *, but: str | None = None) -> str:
        def look() -> str | None:
            secrets = (message.get(secret) for message in self.messages(to))
            return next((str(found) for found in secrets if found not in {None, but}), None)

        return wait_until(look, seconds=WAIT_SECONDS, what=f"a {secret} for {to}")
