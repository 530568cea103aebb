"""Which imports a process can work on, so that two versions can run beside each other while one replaces the other.

An import has the number of the oldest format that can process it. Workers leave alone what has a greater number than
they know, also its invitations and its undoing; a newer worker's sweep finds it. Who adds what today's workers
would misread (a mode, a state, another way to read the file) raises `FORMAT` and gives imports that use it the new
number; all others keep theirs, so that workers of both versions take them.
"""

from typing import Final

# The greatest number that this version knows.
FORMAT: Final = 1
