"""How much a bulk job may be, and how many run at once."""

from typing import Final

# What one request can store in a few seconds.
MOST_PEOPLE: Final = 200_000
# Of one company, those that are undone included.
MOST_RUNNING: Final = 5
# From so many people on, what cannot be undone is confirmed by their number.
CONFIRMED_FROM: Final = 1_000
CHUNK_ROWS: Final = 2_500
# The first chunk of each lane is small: progress shows at once.
FIRST_CHUNK_ROWS: Final = 250
