# Two commands do everything: `make report` and `make test`; both make the environment first.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
REPORT ?= out/report
FINDINGS ?= out/findings
RULES := tests/twisted_knot tests/knotweed tests/twyst tests/test_conformance.py tests/test_conformance_runs.py

.PHONY: report findings tuned gallery test test-long lint bench transcripts clean

report: $(BIN)/.ready
	$(BIN)/knotlab report --out $(REPORT)

findings: $(BIN)/.ready
	$(BIN)/knotlab claims --budget 45 --out out/claims --findings $(FINDINGS)
	$(BIN)/python -m tests.findings $(FINDINGS)

tuned: $(BIN)/.ready
	$(BIN)/python -m knotlab.analysis.tuning.retune

gallery: report
	$(BIN)/python -m tests.gallery $(REPORT)

# Neighbouring tests stay together, as they share what is set up; who is done first takes over what others have left.
test: $(BIN)/.ready
	$(BIN)/python -m pytest -n auto --dist worksteal

test-long: $(BIN)/.ready
	$(BIN)/python -m pytest -m "long or not long"
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest $(RULES) tests/strategies
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(RULES) tests/test_chance.py

lint: $(BIN)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(BIN)/.ready
	$(BIN)/knotlab bench

transcripts: $(BIN)/.ready
	$(BIN)/python -m tests.transcripts

$(BIN)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) out build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
