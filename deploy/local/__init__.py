"""Everything that `make run` starts on one machine: Postgres, Redis, the web server and the worker."""


class LocalError(Exception):
    """The system cannot be started here; the text says why and what to do."""
