"""`python -m deploy.local`: what `make run` starts once everything is installed."""

import argparse
import asyncio
import sys
from pathlib import Path

from deploy.local import LocalError
from deploy.local.programs import end_with_parent
from deploy.local.system import PROJECT, run_system
from server.platform.configuration.settings import SettingsError
from server.platform.database.migrate import MigrationError
from server.platform.errors import ApplicationError


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.local", description="Run Waymark on this machine.")
    parser.add_argument("--stop-with-parent", action="store_true", help="end when the calling process is gone")
    parser.add_argument("--cluster", action="store_true", help="two of each process, and Caddy in front")
    parser.add_argument("--procfile", type=Path, help="the processes to run")
    arguments = parser.parse_args()
    if arguments.stop_with_parent:
        end_with_parent()
    try:
        procfile = arguments.procfile or PROJECT / ("deploy/Procfile.cluster" if arguments.cluster else "Procfile")
        asyncio.run(run_system(procfile=procfile, is_cluster=arguments.cluster))
    except (LocalError, SettingsError, MigrationError, ApplicationError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
