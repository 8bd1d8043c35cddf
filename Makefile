# Two commands do everything: `make report` and `make test`; both set up the environment first.

# The first interpreter that is new enough; name another with make PYTHON=/path/to/python3.13
SUITABLE := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
    $(name) -c '$(SUITABLE)' 2>/dev/null && echo $(name))))
CHECK_PYTHON = $(or $(PYTHON),false) -c '$(SUITABLE)' 2>/dev/null || { \
    echo "knotlab needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.13" >&2; exit 1; }
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check $(PIP_OPTIONS) --constraint constraints.txt
REPORT ?= out/report
FINDINGS ?= out/findings
RULES := $(patsubst sim/games/%/__init__.py,tests/%,$(wildcard sim/games/*/__init__.py)) \
    tests/sim/games/test_conformance.py tests/sim/games/test_conformance_runs.py
A_LITTLE := $(addprefix tests/,cli/test_every_command.py sim/kernels/test_chance.py sim/compiling/test_source_hashes.py \
    strategies/test_bad_strategy_files.py)
# Neighbouring tests stay together, as they share what is set up; a process that is done takes over what others have left.
PYTEST := -m pytest --dist worksteal -n
CORES := $(shell getconf _NPROCESSORS_ONLN)
unexport PYTHONDONTWRITEBYTECODE # what is imported, hundreds of programs import

.PHONY: report setup findings findings-check tuned champions gallery test test-all test-long lint docs notebooks size bench bench-compare peers growth cluster transcripts scheme reestimate mutants dist hashes clean

report: $(BIN)/.ready
	$(BIN)/knotlab report --out $(REPORT)

setup: $(BIN)/.ready
	@echo "The command knotlab is in $(BIN): source $(BIN)/activate"

# It keeps what it has played in out/ and goes on from there; it can be stopped at any time. In stages of half an hour:
# make findings MINUTES=30, again until it says that everything is played and published.
findings: $(BIN)/.ready
	$(BIN)/python -m knotlab.studies.publishing.staged $(FINDINGS) $(if $(MINUTES),--budget $(MINUTES))

# Whether published cells are still what is played today: their first deals, to the last digit.
findings-check: $(BIN)/.ready
	$(BIN)/python -m knotlab.studies.publishing.findings_check
	$(BIN)/python -m knotlab.studies.publishing.contests --check reports/findings/contests

tuned: $(BIN)/.ready
	$(BIN)/python -m knotlab.studies.publishing.retune
	$(BIN)/python -m knotlab.studies.publishing.match_ways

# What has been learnt is kept in out/champions and out/critics, so that a stage which was stopped goes on where it was.
champions: $(BIN)/.ready
	$(BIN)/python -m knotlab.studies.publishing.champions twisted-knot
	$(BIN)/python -m knotlab.studies.publishing.champions knotweed
	$(BIN)/python -m knotlab.studies.publishing.champions twisted-knot --version v3
	$(BIN)/python -m knotlab.studies.publishing.champions knotweed --version v3
	$(BIN)/python -m knotlab.studies.publishing.champions twyst
	$(BIN)/python -m knotlab.studies.publishing.critics twisted-knot
	$(BIN)/python -m knotlab.studies.publishing.critics knotweed
	$(BIN)/python -m knotlab.studies.publishing.followed reports/findings/followed.csv
	$(BIN)/python -m knotlab.studies.publishing.habits reports/findings/habits.csv
	$(BIN)/python -m knotlab.studies.publishing.best_responses reports/findings/best-responses.csv

gallery: report $(BIN)/.all
	$(BIN)/python -m knotlab.studies.publishing.gallery $(REPORT)

test: $(BIN)/.ready
	$(BIN)/python $(PYTEST) $(CORES) -m "not more and not long"

# Besides, what `make test` leaves out: processes, kills, clusters, random input, installs, notebooks, a browser. There is
# one process more than cores, as many of these tests wait for programs that they have started. Then a little of every
# room with each further version of Python that is installed.
test-all: test $(BIN)/.all
	$(BIN)/python $(PYTEST) $$(($(CORES) + 1)) -m "more and not long"
	used=$$($(BIN)/python -c 'import sys; print("python%d.%d" % sys.version_info[:2])'); \
	for name in python3.11 python3.12 python3.13 python3.14; do \
	    if [ "$$name" != "$$used" ] && "$$name" -c 'import ensurepip, venv' 2>/dev/null; then \
	        $(MAKE) setup PYTHON="$$name" VENV="out/$$name" && "out/$$name/bin/python" $(PYTEST) $(CORES) $(A_LITTLE) || exit 1; \
	    fi; \
	done

test-long: $(BIN)/.all
	$(BIN)/python $(PYTEST) $(CORES) -m "long or not long"
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest $(RULES) tests/strategies
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(RULES) tests/sim/kernels/test_chance.py

lint: $(BIN)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# A broken link or reference is an error.
docs: $(BIN)/.docs
	$(BIN)/mkdocs build --quiet --strict
	@echo "The documentation is in out/site/index.html"

notebooks: $(BIN)/.all
	$(BIN)/python docs/notebooks/run.py

# Lines and modules of the product, studies, tests and data apart.
size: $(BIN)/.ready
	$(BIN)/python -m knotlab.studies.size

bench: $(BIN)/.ready
	$(BIN)/knotlab bench

# Beside another commit: make bench-compare REV=main~5, perhaps with GAMES=twyst; with SURE=1.10 it fails only if something
# certainly takes more than 1.10 times as long.
REV ?= HEAD
bench-compare: $(BIN)/.ready
	$(BIN)/python -m tests.speed.compare $(if $(SURE),--sure $(SURE)) $(REV) $(GAMES)

# Beside OpenSpiel and RLCard, in an environment of their own; writes docs/peers.md
peers: $(BIN)/.ready
	$(BIN)/python -m knotlab.studies.peers

# By players, packs, games and workers; writes docs/growth.md
growth: $(BIN)/.ready
	$(BIN)/python -m knotlab.studies.growth

# What a Dask cluster costs beside threads
cluster: $(BIN)/.all
	$(BIN)/python -m knotlab.studies.cluster

transcripts: $(BIN)/.ready
	$(BIN)/python -m tests.sim.games.transcripts

# Headlines and sizes on made-up tips whose truth is known, in a minute or two.
scheme: $(BIN)/.ready
	$(BIN)/python -m tests.analysis.scheme

# Twenty published sizes drawn by lot, estimated again on other seeds by a few independent lines, in a few minutes.
reestimate: $(BIN)/.ready
	$(BIN)/python -m tests.analysis.reestimate

mutants: $(BIN)/.all
	$(BIN)/python -m tests.mutants

# The last commit as a wheel and a source distribution in out/dist: the same bytes wherever it is done.
dist: $(BIN)/.ready
	$(PIP) setuptools
	rm -rf out/dist out/dist-source
	umask 022 && git clone --quiet . out/dist-source && cd out/dist-source && SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) \
	    $(abspath $(BIN))/python -c "from setuptools import build_meta as m; m.build_sdist('../dist'), m.build_wheel('../dist')" >/dev/null

# Every package of every extra with the hashes of its files for every system, for pip install --require-hashes --requirement.
hashes: $(BIN)/.ready
	$(PIP) uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11.5 --generate-hashes --no-header --all-extras --constraint constraints.txt \
	    --output-file out/requirements.txt pyproject.toml

$(BIN)/.ready: pyproject.toml constraints.txt
	@$(CHECK_PYTHON)
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable ".[dev]"
	touch $@

$(BIN)/.all: $(BIN)/.ready
	$(PIP) --editable ".[dev,test-all]"
	touch $@

$(BIN)/.docs: $(BIN)/.ready
	$(PIP) --editable ".[docs]"
	touch $@

clean:
	rm -rf $(VENV) out build *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
