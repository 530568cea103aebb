"""`python -m deploy.documents NAME`: print a document, or with `mail-texts` write the catalogues of mails anew."""

import asyncio
import json
import re
import secrets
import sys
from collections.abc import Callable
from typing import Final

from pydantic.alias_generators import to_camel

from deploy.documents.events import build_asyncapi, build_page
from deploy.documents.mail_texts import update_catalogues
from deploy.documents.settings_page import build_settings_page
from server.app import create_app
from server.composition import Composition
from server.live_events import CATALOGUE
from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Environment
from server.platform.http.openapi import build_document
from server.vocabulary.fields import FIELDS


def openapi() -> str:
    """Needs no settings and no server: only the routes are read, and the services are never connected."""
    settings = load_settings(
        _env_file=None,
        app_env=Environment.DEVELOPMENT.value,
        database_url="postgresql://nowhere.invalid/waymark",
        redis_url="redis://nowhere.invalid",
        secret_keys=(secrets.token_urlsafe(48),),
    )

    async def build() -> str:
        services = Composition(settings).services
        app = create_app(services)
        services.passwords.close()
        async with app.app_context():
            return json.dumps(build_document(app), indent=2, ensure_ascii=False, sort_keys=True) + "\n"

    return asyncio.run(build())


def fields() -> str:
    """The fields of a person for the client, in TypeScript."""
    shown = ("label", "kind", "shortest", "is_required", "in_files", "is_shared", "in_filters", "in_bulk")
    found = {field.name: {to_camel(name): getattr(field, name) for name in shown} for field in FIELDS}
    text = re.sub(r'"label": "(.*)"', r'"label": msg`\1`', json.dumps(found, indent=2, ensure_ascii=False))
    return f"""\
// Made by `make openapi` from server/vocabulary/fields.py: never edited.
import {{ msg }} from '@lingui/core/macro';

export const FIELDS = {text} as const;
"""


def asyncapi() -> str:
    return json.dumps(build_asyncapi(CATALOGUE), indent=2, ensure_ascii=False) + "\n"


def mail_texts() -> str:
    update_catalogues()
    return ""


DOCUMENTS: Final[dict[str, Callable[[], str]]] = {
    "openapi": openapi,
    "fields": fields,
    "asyncapi": asyncapi,
    "events": lambda: build_page(CATALOGUE),
    "settings": build_settings_page,
    "mail-texts": mail_texts,
}

if __name__ == "__main__":
    sys.stdout.write(DOCUMENTS[sys.argv[1]]())
