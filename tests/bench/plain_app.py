"""The baseline of requests: FastAPI and asyncpg, a token verified and one row read by its primary key."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

import asyncpg
import jwt
from fastapi import FastAPI, Header, HTTPException

KEY = os.environ["PLAIN_KEY"]


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=10, max_size=10) as pool:
        app.state.pool = pool
        yield


app = FastAPI(lifespan=lifespan)


@app.get("/profile")
async def profile(authorization: Annotated[str, Header()]) -> dict[str, Any]:
    claims = jwt.decode(authorization.removeprefix("Bearer "), KEY, algorithms=["HS256"])
    row = await app.state.pool.fetchrow(
        "SELECT id, email, full_name, phone, role, profile, company_id FROM users WHERE id = $1", claims["sub"]
    )
    if row is None:
        raise HTTPException(status_code=401)
    return dict(row)
