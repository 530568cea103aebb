"""The inbox of development, read as its owner reads it."""

import time
from dataclasses import dataclass
from typing import Any, Final

import httpx

WAIT_SECONDS: Final = 20


@dataclass(frozen=True, kw_only=True)
class Inbox:
    url: str

    def code(self, to: str, *, but: str | None = None) -> str:
        """The newest code sent to them; `but` is one that was there already."""
        return str(self._newest(to, "code", but=but)["code"])

    def temporary_password(self, to: str) -> str:
        """That of the invitation."""
        return str(self._newest(to, "temporaryPassword")["temporaryPassword"])

    def messages(self, to: str) -> list[dict[str, Any]]:
        """Newest first."""
        messages: list[dict[str, Any]] = httpx.get(f"{self.url}/dev/messages", params={"to": to}).json()
        return messages

    def _newest(self, to: str, secret: str, *, but: str | None = None) -> dict[str, Any]:
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            for message in self.messages(to):
                if message.get(secret) not in {None, but}:
                    return message
            time.sleep(0.05)
        raise TimeoutError(f"{to} received nothing with a {secret} in {WAIT_SECONDS} s: {self.messages(to)}")
