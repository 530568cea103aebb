"""How sockets watch the board of a round."""

from typing import Final

from server.interviews.interview_events import ROUND_BOARD, TooManyWatchedError, WatchedBoard, WatchRound
from server.interviews.run_panels import read_board_for
from server.platform.live.client_events import Watched

_WATCHED: Final = Watched(
    name="round",
    thing="round",
    most="20 rounds, jobs and imports",
    progress=ROUND_BOARD,
    request=WatchRound,
    answer=WatchedBoard,
    id_of=lambda request: request.round_id,
    read=read_board_for,
    too_many=TooManyWatchedError,
)
ROUND_WATCH, ROUND_UNWATCH = _WATCHED.events()
