"""Tests of decisions made before any query: they need no database, and so are quick."""

import pytest

from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database


@pytest.fixture
def database_url() -> str:
    return "postgresql://nowhere.invalid/waymark"


@pytest.fixture
def database(settings: Settings) -> Database:
    return Database(settings.database_url, pool_size=settings.database_pool_size)
