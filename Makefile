# `make help` lists the targets with their texts after "##".

SHELL := /bin/sh
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PY := .venv/bin/python
ONCE = $(PY) deploy/scripts/if_changed.py
PIP_INSTALL := $(PY) -m pip --disable-pip-version-check --quiet install --require-hashes --only-binary :all: --no-deps
PACKAGES = Installing $$(grep -c '^[^ ].*==' $(1)) Python packages…
WITH_NODE = PATH="$$(deploy/scripts/node):$$PATH"
PYTEST = $(PY) -m pytest
PYTEST_ARGS ?=
# Compiled modules are kept: otherwise each of the processes that tests start compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE
# For two cores, one of which the client's tests keep busy: tests in Python often wait for a process, so more of them run
# at once. A test in a browser keeps more than one core busy; each of so many at once has a system of its own to start.
WORKERS ?= 3
BROWSERS ?= 2

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---- Installing

.PHONY: install
install: python-run client-build ## Install what `make run` needs and build the client

.PHONY: install-dev
install-dev: ## Install what `make test` needs too
	@$(MAKE) -j 2 python-dev client-build

.PHONY: venv
venv:
	@deploy/scripts/venv

.PHONY: python-run
python-run: venv
	@$(ONCE) python-run deploy/requirements/local.txt --says "$(call PACKAGES,deploy/requirements/local.txt)" -- $(PIP_INSTALL) -r deploy/requirements/local.txt

.PHONY: python-dev
python-dev: venv
	@$(ONCE) python-dev deploy/requirements/dev.txt --says "$(call PACKAGES,deploy/requirements/dev.txt)" -- $(PIP_INSTALL) -r deploy/requirements/dev.txt

.PHONY: client-modules
client-modules: venv
	@$(WITH_NODE) $(ONCE) client-modules client/package-lock.json client/.npmrc --needs client/node_modules \
		--says "Installing the client's packages…" -- \
		npm --prefix client ci --no-audit --no-fund --loglevel=error

.PHONY: client-build
client-build: client-modules
	@$(WITH_NODE) $(ONCE) client-build client --needs client/dist/index.html --says "Building the client…" -- env PSEUDO=1 npm --prefix client run --silent build

# ---- Running

.PHONY: run
run: install ## Run everything on this machine; Ctrl-C ends it (PORT, DATA_DIR, DATABASE_URL, REDIS_URL, ADMIN_EMAIL, ADMIN_PASSWORD …)
	@exec $(PY) -m deploy.local --stop-with-parent

.PHONY: cluster
cluster: install ## Run two of each process behind Caddy on PORT; the web processes listen on the next two
	@caddy="$$(deploy/scripts/caddy)" && CADDY="$$caddy" exec $(PY) -m deploy.local --cluster --stop-with-parent

# ---- Checking

.PHONY: test
test: static install-dev ## Install and run every check there is
	@$(MAKE) -j 2 test-server chromium test-client && echo "All checks passed."

.PHONY: check-all
check-all: ## Everything of `make test`, and what takes long: further cases, timings, faults, generated calls
	@$(MAKE) test && $(MAKE) manifests && $(MAKE) long && $(MAKE) timings && $(MAKE) chaos && $(MAKE) fuzz

# The client's tests are one process, which runs beside these from the first to the last.
.PHONY: test-server
test-server:
	@$(MAKE) test-python && $(MAKE) test-browser

# Each of them keeps one core busy. The client is built among them: no check waits for that.
.PHONY: static
static: ## Static checks of Python and TypeScript
	@$(MAKE) -j 2 client-lint types client-types client-build lint

.PHONY: lint
lint: python-dev ## Ruff: rules and format
	@$(PY) -m ruff check --quiet && $(PY) -m ruff format --check --quiet && echo "lint: passed"

.PHONY: types
types: python-dev ## mypy --strict
	@$(PY) -m mypy && echo "types: passed"

.PHONY: test-python
test-python: python-dev client-build ## Python tests, with a Postgres and a Redis of their own (PYTEST_ARGS="-k name")
	@$(PYTEST) -n $(WORKERS) --dist worksteal --ignore=tests/browser $(PYTEST_ARGS)

.PHONY: test-client
test-client: openapi-drift client-build ## Client: unit tests, sizes, types of the API
	@$(WITH_NODE) npm --prefix client run --silent test
	@$(WITH_NODE) npm --prefix client run --silent size
	@echo "client: passed"

.PHONY: client-types
client-types: client-modules ## TypeScript
	@$(WITH_NODE) npm --prefix client run --silent typecheck && echo "client types: passed"

.PHONY: client-lint
client-lint: client-modules ## Oxlint, unused files, exports and packages, texts without a translation
	@$(WITH_NODE) npm --prefix client run --silent lint && $(WITH_NODE) npm --prefix client run --silent knip \
		&& $(WITH_NODE) npm --prefix client run --silent messages -- --check && echo "client lint: passed"

.PHONY: openapi-drift
openapi-drift: python-dev client-modules
	@$(WITH_NODE) deploy/scripts/openapi --check

.PHONY: chromium
chromium: python-dev
	@deploy/scripts/chromium >/dev/null

.PHONY: test-browser
test-browser: python-dev client-build chromium ## Browser tests in Chromium against the running system (BROWSER_ARGS="-k name", TOPOLOGY=cluster)
	@$(if $(TOPOLOGY),CADDY="$$(deploy/scripts/caddy)" TOPOLOGY=$(TOPOLOGY)) CHROMIUM="$$(deploy/scripts/chromium)" $(PYTEST) -n $(BROWSERS) --dist loadfile tests/browser $(BROWSER_ARGS)

.PHONY: long
long: python-dev client-build chromium ## Further cases of kinds that `make test` tries
	@$(PYTEST) -n $(WORKERS) --dist worksteal --ignore=tests/browser -m long --run-long $(PYTEST_ARGS)
	@CHROMIUM="$$(deploy/scripts/chromium)" $(PYTEST) -n $(BROWSERS) --dist loadfile tests/browser -m long --run-long

.PHONY: screenshots
screenshots: python-dev client-build ## Take the screenshots of docs/images/
	@CHROMIUM="$$(deploy/scripts/chromium)" $(PY) -m tests.browser.screenshots

.PHONY: ways-in
ways-in: python-dev client-build ## Measure steps and seconds of every way in, on a phone's size (docs/sign-in.md)
	@CHROMIUM="$$(deploy/scripts/chromium)" $(PY) -m tests.browser.measure_ways_in

.PHONY: first-call
first-call: python-dev client-build ## Measure steps and seconds from a spreadsheet to the first call of an interview (docs/day.md)
	@CHROMIUM="$$(deploy/scripts/chromium)" $(PY) -m tests.browser.measure_first_call

.PHONY: chaos
chaos: python-dev client-build ## Break things on purpose: the whole fault matrix (SEED=…)
	@CADDY="$$(deploy/scripts/caddy)" $(PYTEST) tests/chaos tests/people/imports/test_*faults.py --run-chaos --run-long $(if $(SEED),--seed $(SEED)) $(PYTEST_ARGS)

FUZZ_CASES ?= 20000
FUZZED = $(wildcard $(foreach name,generated_calls *_orders *fuzz* tenants,tests/*/*/test_$(name).py))

.PHONY: fuzz
fuzz: python-dev client-build ## Calls, flows, sessions and frames, generated at random (FUZZ_CASES=20000, SEED=…)
	@seed="$(if $(SEED),$(SEED),$$(date +%s))" && echo "fuzz: FUZZ_CASES=$(FUZZ_CASES) SEED=$$seed" && \
		$(PYTEST) -n 2 --fuzz-cases $(FUZZ_CASES) --seed $$seed --hypothesis-seed $$seed --hypothesis-profile explore \
		$(FUZZED) $(PYTEST_ARGS)

.PHONY: bench
bench: python-dev client-build ## Measure against the baselines, print one table (BENCH_ARGS="--only import --write")
	@CHROMIUM="$$(deploy/scripts/chromium)" $(PY) -m tests.bench $(BENCH_ARGS)
	@$(MAKE) timings

.PHONY: timings
timings: python-dev ## Compare the times of requests, on a quiet machine
	@$(PYTEST) -q -m timing --run-timings tests $(PYTEST_ARGS)

.PHONY: bench-peers
bench-peers: python-dev client-build ## Measure Directus beside Waymark; installs it into a cache when it is first measured
	@CHROMIUM="$$(deploy/scripts/chromium)" $(PY) -m tests.bench --only directus $(BENCH_ARGS)

.PHONY: lighthouse
lighthouse: python-dev client-build ## Lighthouse's scores of the public pages; installs it when it is first run
	@$(WITH_NODE) CHROMIUM="$$(deploy/scripts/chromium)" $(PY) -m tests.browser.lighthouse

.PHONY: audit-tools
audit-tools: venv
	@test -x .audit/bin/python || $(PY) -m venv .audit
	@$(ONCE) audit-tools deploy/requirements/audit.txt --needs .audit/bin/pip-audit \
		--says "$(call PACKAGES,deploy/requirements/audit.txt)" -- \
		.audit/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --only-binary :all: --no-deps \
		-r deploy/requirements/audit.txt

.PHONY: manifest-tools
manifest-tools: venv
	@test -x .manifests/bin/python || $(PY) -m venv .manifests
	@$(ONCE) manifest-tools deploy/requirements/manifests.txt --needs .manifests/bin/checkov \
		--says "$(call PACKAGES,deploy/requirements/manifests.txt)" -- \
		.manifests/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --only-binary :all: --no-deps \
		-r deploy/requirements/manifests.txt

.PHONY: manifests
manifests: manifest-tools ## Check compose.yaml and the manifests of Kubernetes by compose-spec, kubernetes-validate and checkov; alerts by promtool
	@.manifests/bin/python deploy/scripts/manifests.py
	@promtool="$$(deploy/scripts/promtool)" && "$$promtool" check rules --lint=all --lint-fatal deploy/watch/alerts.yaml

.PHONY: audit
audit: audit-tools sbom ## Check all locked packages against advisory databases; status 3: one could not be reached
	@$(WITH_NODE) $(PY) deploy/scripts/audit.py --pip-audit .audit/bin/pip-audit --npm npm

.PHONY: sbom
sbom: audit-tools ## Write the software bill of materials to sbom/, as CycloneDX, from the lock files alone
	@mkdir -p sbom
	@PYTHONWARNINGS=ignore .audit/bin/cyclonedx-py requirements deploy/requirements/run.txt --pyproject pyproject.toml --output-reproducible \
		--output-format JSON --output-file sbom/server.cdx.json
	@$(WITH_NODE) npm --prefix client sbom --package-lock-only --omit dev --sbom-format cyclonedx >sbom/client.cdx.json
	@echo "sbom/server.cdx.json and sbom/client.cdx.json are written."

# ---- Releasing

.PHONY: release
release: python-dev client-modules sbom ## Write a wheel, its sdist, bills of materials and the changes to dist/ (SNAPSHOT=1: without a tag)
	@$(WITH_NODE) deploy/scripts/release

.PHONY: image
image: ## Build the image of compose.yaml, by version and commit
	@COMMIT="$$(git rev-parse HEAD)" docker compose --file deploy/compose.yaml build web-1

# ---- Changing

.PHONY: format
format: python-dev ## Format, and fix what Ruff can fix
	@$(PY) -m ruff check --fix --quiet; $(PY) -m ruff format

.PHONY: openapi
openapi: python-dev client-modules ## Write the OpenAPI document and the client's types made from it
	@$(WITH_NODE) deploy/scripts/openapi

.PHONY: events
events: python-dev client-modules ## Write the catalogue of live events, docs/events.md and docs/asyncapi.json, and the client's schemas
	@$(PY) -m deploy.documents events >docs/events.md && $(PY) -m deploy.documents asyncapi >docs/asyncapi.json
	@$(WITH_NODE) npm --prefix client run --silent generate

.PHONY: mail-texts
mail-texts: python-dev ## Write the catalogues of mails: new texts wait in server/messaging/messages/locales/ for a translation
	@$(PY) -m deploy.documents mail-texts

.PHONY: settings-page
settings-page: python-dev ## Write the list of settings, docs/settings.md
	@$(PY) -m deploy.documents settings >docs/settings.md

.PHONY: migration
migration: python-dev ## Make a migration from the difference between tables and database (NAME="add thing")
	@$(PY) -m server.cli make-migration "$(NAME)"

.PHONY: lock
lock: python-dev ## Write the lock files from pyproject.toml (UPGRADE=1 for newer versions)
	@deploy/scripts/lock

.PHONY: platforms
platforms: python-dev ## Report for which Pythons and systems all locked packages can be installed; downloads nothing
	@deploy/scripts/platforms

.PHONY: clean
clean: ## Remove what was installed and built; data in DATA_DIR stays
	@rm -rf .venv .audit .manifests .stamps sbom dist client/node_modules client/dist test-results .mypy_cache .ruff_cache .pytest_cache .hypothesis
