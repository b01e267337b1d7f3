# `make help` lists the targets. Each of them makes .venv first if it is missing or out of date.
VENV := .venv
PYTHON := $(VENV)/bin/python
UV = $(shell uv --version >/dev/null 2>&1 && echo uv || echo $(VENV)/bin/uv)
COMPILE = UV_CUSTOM_COMPILE_COMMAND="make lock" $(UV) pip compile --quiet --universal --generate-hashes \
	--python-version 3.11 --annotation-style line --no-emit-index-url --no-emit-find-links $(UPGRADE)

# What `make run` starts, and how `make test` is spread; both can be given on the command line.
RUN ?= $(VENV)/bin/atelier serve --demo
PYTEST_ARGS ?= -n 3 --dist worksteal

# The tests start hundreds of Pythons. Where the surroundings forbid bytecode, each of them would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: setup run test nightly quick wheel audit coverage mutate check bench soak fuzz corpus golden editions pictures fmt lock replay help clean catalogues

$(VENV)/.ready: requirements/dev.txt requirements/uv.txt pyproject.toml hatch_build.py tools/bootstrap
	@./tools/bootstrap
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.ready
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/bench.txt
	@touch $@

$(VENV)/.mutate: requirements/mutate.txt $(VENV)/.ready
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/mutate.txt
	@touch $@

setup: catalogues ## make .venv and compile the catalogues
	@echo "ready: $(VENV)/bin/atelier"

run: catalogues ## serve a club in ./club with a game ready to play, and say what to type next
	@$(RUN)

test: catalogues ## run every test (PYTEST_ARGS="-n 0 -k ledger" for some of them)
	@$(VENV)/bin/pytest $(PYTEST_ARGS)

nightly: catalogues ## run what takes hours, and what `make test` tries a part of only
	@$(VENV)/bin/pytest $(PYTEST_ARGS) -m nightly

wheel: $(VENV)/.ready ## build dist/atelier-*.whl, migrations and translations in it
	@$(PYTHON) -m hatchling build -t wheel

coverage: catalogues ## run every test and count branches: all of engine/, 95 % of server/ and cli/
	@$(VENV)/bin/pytest $(PYTEST_ARGS) --cov --cov-report=
	@$(VENV)/bin/coverage report --include='engine/*' --fail-under=100
	@$(VENV)/bin/coverage report --include='server/*' --fail-under=95
	@$(VENV)/bin/coverage report --include='cli/*' --fail-under=95

mutate: $(VENV)/.mutate catalogues ## break scoring and effects on purpose, and list what no test notices (GAMES=nicodemus)
	@PYTHONPATH=. $(PYTHON) tools/mutate.py $(GAMES)

check: $(VENV)/.ready ## lint, formatting, types, and who may import whom
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

.PHONY: quick
quick: catalogues ## run the tests that need no process and no database, with fewer random games
	@CONFORMANCE_GAMES=2 $(VENV)/bin/pytest -q -n 2 --dist worksteal -m "not nightly and not process and not slow" \
		tests/engine tests/ledger tests/repository

# pip-audit has an environment of its own: what it needs is no business of ours.
audit: $(VENV)/.ready ## ask whether anything of requirements/ has a known hole
	@$(UV) venv --quiet --clear --python $(PYTHON) $(VENV)/audit
	@$(UV) pip install --quiet --python $(VENV)/audit --require-hashes -r requirements/audit.txt
	@for file in requirements/*.txt; do $(VENV)/audit/bin/pip-audit --strict --disable-pip --require-hashes -r $$file || exit 1; done

fmt: $(VENV)/.ready ## format, and repair what lint can repair
	$(VENV)/bin/ruff check --fix-only .
	$(VENV)/bin/ruff format .

bench: $(VENV)/.bench catalogues ## run the benchmarks; each prints a ratio
	@$(PYTHON) -m bench

.PHONY: scale
scale: catalogues ## measure a club of a million games in a generated database of 18 GB (SCALE=20000 for a small one)
	@nice -n 10 $(PYTHON) -W ignore -m bench.scale $(or $(SCALE),1000000)

.PHONY: rival
rival: $(VENV)/.bench catalogues ## measure the signed turn beside boardgame.io's file store, which npm brings
	@$(PYTHON) -m bench.rival

.PHONY: waits
waits: catalogues ## count the waits of games by mail, with and without notes (GAMES=24 of each)
	@nice -n 10 $(PYTHON) -m bench.waits $(or $(GAMES),24)

soak: $(VENV)/.bench catalogues ## play all games by HTTP and mail while everything breaks (MINUTES=4)
	@$(PYTHON) -m bench.soak $(or $(MINUTES),4)

fuzz: catalogues ## throw broken input at every door, anew each time (MINUTES=10)
	@end=$$(( $$(date +%s) + 60 * $(or $(MINUTES),10) )); while [ $$(date +%s) -lt $$end ]; do \
		FUZZ_EXAMPLES=200 $(VENV)/bin/pytest -q --timeout 0 $(PYTEST_ARGS) tests/fuzz || exit 1; done

corpus: catalogues ## make the golden games anew, after the rules were changed on purpose
	@PYTHONPATH=. $(PYTHON) tools/corpus.py $(GAMES)

golden: catalogues ## find the golden games that a game still lacks (GAMES=pebbles)
	@PYTHONPATH=. $(PYTHON) tools/golden.py $(GAMES)

editions: catalogues ## keep the default edition of each game for ever, after its figures were changed on purpose
	@PYTHONPATH=. $(PYTHON) tools/editions.py $(GAMES)

.PHONY: fit
fit: catalogues ## find what each part of a position weighs, by thousands of games of bots (GAMES=nicodemus FIT=2)
	@PYTHONPATH=. FIT=$(FIT) nice -n 15 $(PYTHON) -W ignore tools/fit.py $(GAMES)

.PHONY: hasty
hasty: catalogues ## find by play what each part weighs for a move that has to look best at once (GAMES=nicodemus FIT=3)
	@PYTHONPATH=. FIT=$(FIT) nice -n 15 $(PYTHON) -W ignore tools/hasty.py $(GAMES)

.PHONY: targets
targets: catalogues ## measure how a bot fares against the Machine of Fantastic Factories, for those who play alone
	@PYTHONPATH=. PLAYED=$(PLAYED) nice -n 15 $(PYTHON) -W ignore tools/targets.py

.PHONY: strength
strength: catalogues ## play bots against each other on held-out deals, for hours; it goes on where it was stopped (PLAYED=200 JOBS=2)
	@PYTHONPATH=. PLAYED=$(PLAYED) FORETOLD=$(FORETOLD) LEVEL=$(LEVEL) JOBS=$(JOBS) nice -n 15 $(PYTHON) -W ignore tools/strength.py $(GAMES)

pictures: catalogues ## draw the README's pictures anew, from real output
	@PYTHONPATH=. $(PYTHON) tools/pictures.py

replay: catalogues ## play a recorded game again: make replay FILE=game.json
	@test -n "$(FILE)" || { echo "which game? make replay FILE=game.json" >&2; exit 2; }
	@$(PYTHON) -m tests.replay $(FILE)

catalogues: $(VENV)/.ready ## compile the translations that changed
	@$(PYTHON) hatch_build.py

lock: $(VENV)/.ready ## write requirements/ from pyproject.toml (UPGRADE=--upgrade for newer versions)
	$(COMPILE) --extra dev -o requirements/dev.txt pyproject.toml
	$(COMPILE) -c requirements/dev.txt -o requirements/base.txt pyproject.toml
	$(COMPILE) -c requirements/dev.txt --extra bench -o requirements/bench.txt pyproject.toml
	$(COMPILE) -c requirements/dev.txt --extra mutate -o requirements/mutate.txt pyproject.toml
	echo uv | $(COMPILE) -o requirements/uv.txt -
	echo pip-audit | $(COMPILE) -o requirements/audit.txt -

clean: ## remove caches, builds and compiled catalogues (.venv stays)
	rm -rf dist bench/out htmlcov .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -path ./$(VENV) -prune -o \( -name '*.mo' -o -name '*.mo.new' \) -exec rm -f {} +
	find . -path ./$(VENV) -prune -o -type d -name __pycache__ -exec rm -rf {} +

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-11s %s\n", $$1, $$2 }'
