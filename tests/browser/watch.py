"""What no page may do unseen: log an error, break its policy, get an answer that the test does not expect."""

from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

# Chromium's own line for an answer of 400 and above; the answer itself is judged.
OF_REFUSALS: Final = "Failed to load resource"
OF_LOSSES: Final = (
    *("WebSocket connection", "ERR_INTERNET", "A part of the page could not be loaded."),
    "The session could not be extended.",
)
# A page that is left, or a session that ends, while its connection is being opened.
OF_LEAVING: Final = "WebSocket is closed before the connection is established"
# Playwright's line where a browser is to have no service worker.
OF_NO_WORKER: Final = "Service Worker registration blocked by Playwright"
COMPLAINTS: Final = frozenset({"error", "warning"})
# A request that the page itself gave up, by leaving or by asking anew.
GIVEN_UP: Final = "net::ERR_ABORTED"
FIRST_ERROR: Final = 400


@dataclass
class Watch:
    """Over every page of a test's browsers; `problems` must be empty at its end."""

    problems: list[str] = field(default_factory=list)
    _refusals: list[tuple[int, str]] = field(default_factory=list)
    _offline: bool = False

    def expect_refusal(self, status: int, path: str) -> None:
        """From now on this path below the API may answer so; "*" stands for anything."""
        self._refusals.append((status, path))

    def expect_end_of_session(self) -> None:
        """From now on a request that was under way may be refused, because its session has ended."""
        self.expect_refusal(401, "/*")

    def expect_network_loss(self) -> None:
        """From now on requests and sockets may fail."""
        self._offline = True

    def start(self, context: BrowserContext) -> None:
        context.on("console", self._read_console)
        context.on("weberror", self._catch)
        context.on("response", self._judge)
        context.on("requestfailed", self._miss)

    def stop(self, context: BrowserContext) -> None:
        context.remove_listener("console", self._read_console)
        context.remove_listener("weberror", self._catch)
        context.remove_listener("response", self._judge)
        context.remove_listener("requestfailed", self._miss)

    def _read_console(self, message: ConsoleMessage) -> None:
        if message.type not in COMPLAINTS or message.text.startswith(OF_REFUSALS):
            return
        if OF_LEAVING in message.text or message.text == OF_NO_WORKER:
            return
        if self._offline and any(words in message.text for words in OF_LOSSES):
            return
        self.problems.append(f"{message.type} on the console: {message.text}")

    def _catch(self, error: WebError) -> None:
        self.problems.append(f"uncaught: {error.error}")

    def _judge(self, response: Response) -> None:
        path = response.url.partition("/api/v1")[2].partition("?")[0] or response.url
        expected = any(response.status == status and fnmatch(path, known) for status, known in self._refusals)
        if response.status >= FIRST_ERROR and not expected:
            self.problems.append(f"{response.request.method} {path} answered {response.status}")

    def _miss(self, request: Request) -> None:
        if request.failure != GIVEN_UP and not self._offline:
            self.problems.append(f"{request.method} {request.url} failed: {request.failure}")
