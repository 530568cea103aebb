"""Traces: a collector gets a request, the tasks that it has enqueued, and the delivery of its mail as one trace."""

import gzip
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx2
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from structlog.testing import capture_logs

from server.platform.configuration.settings import Settings
from server.platform.process.traces import Traces
from tests.fixtures.accounts import Account
from tests.fixtures.eventually import eventually
from tests.fixtures.mail_server import MailServer
from tests.fixtures.web_process import answers, environment, free_port, web_process
from tests.fixtures.worker_process import StartWorker


@contextmanager
def collector() -> Iterator[tuple[str, dict[str, list[Span]], list[bytes]]]:
    """Its address, and what it gets: spans by the service that has sent them, and all bytes."""
    found: dict[str, list[Span]] = {}
    received: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            body = gzip.decompress(body) if self.headers["Content-Encoding"] == "gzip" else body
            received.append(body)
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                named = {each.key: each.value.string_value for each in resource.resource.attributes}
                for scope in resource.scope_spans:
                    found.setdefault(named["service.name"], []).extend(scope.spans)
            self.send_response(200 if self.path == "/v1/traces" else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that it has there
            """The test reads what it gets."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", found, received
        server.shutdown()


@pytest.mark.slow
async def test_a_request_its_task_and_its_mail_are_one_trace(
    settings: Settings, account: Account, mail_server: MailServer, start_worker: StartWorker
) -> None:
    port = free_port()
    with collector() as (url, found, received):
        given = {"OTEL_EXPORTER_OTLP_ENDPOINT": url, "OTEL_BSP_SCHEDULE_DELAY": "100"}
        worker = await start_worker(EMAIL_URL=mail_server.url, **given)
        given |= {"APP_ENV": "development", "ROBOT_CHECK": "off", "LOGIN_VERIFICATION": "always"}
        with web_process(environment(settings, PUBLIC_URL="http://waymark.test", **given), port=port) as process:
            await answers(port)
            body = {"email": account.email, "password": account.password}
            async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1") as client:
                (await client.post("/login/authenticate?x=a-query", json=body)).raise_for_status()

            async def delivered() -> bool:
                return {"send_code", "deliver EMAIL"} <= {span.name for span in found.get("waymark-worker", [])}

            await eventually(delivered, within=60, what="spans of a worker")
            await process.stop()
        assert await worker.stop() == 0

    [request] = found["waymark-web"]
    task = next(span for span in found["waymark-worker"] if span.name == "send_code")
    delivery = next(span for span in found["waymark-worker"] if span.name == "deliver EMAIL")
    said = {each.key: each.value.string_value or each.value.int_value for each in request.attributes}
    assert (request.name, said) == ("POST /api/v1/login/authenticate", {"status": 200})
    assert (task.trace_id, task.parent_span_id) == (request.trace_id, request.span_id)
    assert (delivery.trace_id, delivery.parent_span_id) == (request.trace_id, task.span_id)
    sent = b"".join(received)
    secrets = (account.email, account.password, "a-query", str(account.id), str(account.company.id))
    assert [secret for secret in secrets if secret.encode() in sent] == []


def test_a_collector_that_is_away_is_said_once_and_holds_up_no_end() -> None:
    traces = Traces()
    with capture_logs() as lines:
        traces.start("http://127.0.0.1:1", service="waymark-web")
        for _ in range(2):
            with traces.span("request"):
                pass
        traces.close()
    assert [line["event"] for line in lines] == ["traces_not_sent"]


def test_without_a_collector_nothing_is_imported_and_a_span_is_nothing() -> None:
    traces = Traces()
    traces.start(None, service="waymark-web")
    with traces.span("request") as span:
        traces.describe(name="GET /", status=200)
    assert span is None
    assert traces.new_job_id() is None
    loaded = "import sys, server.app, workers.main; sys.exit('opentelemetry' in sys.modules)"
    subprocess.run([sys.executable, "-c", loaded], check=True)  # noqa: S603 - ours
