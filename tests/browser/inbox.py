"""The inbox of development, read as its owner reads it."""

import re
from dataclasses import dataclass
from typing import Any

import httpx2

from tests.browser.waiting import WAIT_SECONDS, wait_until


@dataclass(frozen=True, kw_only=True)
class Inbox:
    url: str

    def code(self, to: str, *, but: str | None = None) -> str:
        """The newest code sent to them; `but` is one that was there already."""
        return self._newest(to, "code", but=but)

    def temporary_password(self, to: str) -> str:
        """That of the invitation."""
        return self._newest(to, "temporaryPassword")

    def link(self, to: str, path: str) -> str:
        """The address of a page, with its token, in the newest mail to them that has one."""

        def look() -> str | None:
            texts = "\n".join(str(message["text"]) for message in self.messages(to))
            found = re.search(rf"{path}#\S+", texts)
            return None if found is None else found[0]

        return wait_until(look, what=f"a link to {path} for {to}")

    def messages(self, to: str) -> list[dict[str, Any]]:
        """Newest first."""
        messages: list[dict[str, Any]] = httpx2.get(
            f"{self.url}/dev/messages", params={"to": to}, timeout=WAIT_SECONDS
        ).json()
        return messages

    def _newest(self, to: str, secret: str, *, but: str | None = None) -> str:
        def look() -> str | None:
            newest = next((message[secret] for message in self.messages(to) if message.get(secret)), None)
            return None if newest == but else newest

        return wait_until(look, what=f"a {secret} for {to}")
