"""Load the settings, or list everything that is missing or wrong. No secret has a default."""

import secrets
from typing import Any, Final

from pydantic import ValidationError
from structlog import get_logger

from server.platform.configuration.checks import start_notes, start_problems
from server.platform.configuration.settings import Settings, SettingsError

# Valid values for settings without a default.
_IN_PLACE: Final = {
    "database_url": "postgresql:///waymark",
    "redis_url": "unix:///redis.sock",
    "secret_keys": (secrets.token_hex(32),),
}

logger = get_logger(__name__)


def load_settings(**overrides: Any) -> Settings:  # noqa: ANN401 - any setting may be given
    """Read the settings.

    Raises:
        SettingsError: with one line for each setting that is missing or wrong.
    """
    try:
        settings = Settings(**overrides)
    except ValidationError as error:
        raise SettingsError("\n".join(_explanations(error, overrides))) from None
    if problems := start_problems(settings):
        raise SettingsError("\n".join(problems))
    return settings


def log_start_notes(settings: Settings) -> None:
    for note in start_notes(settings):
        logger.warning("settings_note", note=note)


def _explanations(error: ValidationError, overrides: dict[str, Any]) -> list[str]:
    """The problems of all fields: where some cannot be read, the others are checked beside valid values."""
    problems = error.errors(include_url=False, include_input=False)
    unread = {str(problem["loc"][0]) for problem in problems if problem["loc"]}
    rest = Settings(**overrides | {name: _IN_PLACE.get(name, _default(name)) for name in unread})
    return list(dict.fromkeys([*map(_explain, problems), *start_problems(rest)]))


def _default(name: str) -> Any:  # noqa: ANN401 - of any setting
    return Settings.model_fields[name].default


def _explain(problem: Any) -> str:  # noqa: ANN401 - pydantic's error details
    name = "_".join(str(part) for part in problem["loc"]).upper()
    if problem["type"] == "missing":
        return f"{name} is missing: set it in the environment or in .env"
    message = str(problem["msg"]).removeprefix("Value error, ")
    return f"{name}: {message}" if name else message
