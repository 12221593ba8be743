# `make` alone lists the targets. Everything runs in .venv, which is built on first use.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# One thread: two threads beside another busy process are many times slower than one.
export OMP_NUM_THREADS ?= 1
export TOKENIZERS_PARALLELISM ?= false

.DEFAULT_GOAL := help
.PHONY: help demo sample examples test lint types unit browser docs format wheel clean \
  fuzz soak bench-core bench-sets bench-speed bench-aggregate bench-detection bench-verdicts bench-families bench-judgement \
  bench-all bench-power bench-blackbox bench-repair bench-paper bench-ablation bench-readings bench-relevance bench-contamination \
  bench-planning bench-cluster bench-ray bench-gpu

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-16s %s\n", $$1, $$2}'

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or later is needed; try: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(BIN)/python pyproject.toml constraints.txt
	$(PIP) install -q -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml constraints.txt
	$(PIP) install -q -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.run

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) install -q -c constraints.txt -e '.[dev,bench]'
	@touch $@

$(VENV)/.docs: $(BIN)/python pyproject.toml constraints.txt
	$(PIP) install -q -c constraints.txt -e '.[docs]'
	@touch $@ $(VENV)/.run

demo: $(VENV)/.run ## Install, run the main job on the built-in corpus, say where the report is
	$(BIN)/audit demo

sample: export SOURCE_DATE_EPOCH = 1795000000
sample: $(VENV)/.dev browser ## Rebuild both samples in reports/ and the pictures in docs/ from audit demo
	$(BIN)/audit demo --out build/sample
	$(BIN)/audit demo --clean --out build/clean-sample
	$(BIN)/audit report build/sample --out reports/sample
	$(BIN)/audit report build/clean-sample --decisions reports/clean-sample/decisions.json --out reports/clean-sample
	$(BIN)/python -m tests.report.pictures reports/sample/index.html docs
	mv docs/report-1280.png docs/report.png
	mv docs/report-390.png docs/report-phone.png

# The gate must close on a planted shortcut: exit code 3 is what is wanted.
examples: export PATH := $(abspath $(BIN)):$(PATH)
examples: $(VENV)/.run ## Run every example on the built-in corpus, into build/examples
	sh examples/base.sh
	python examples/quickstart.py
	sh examples/own_data.sh
	sh examples/plant_and_find.sh
	python examples/three_classes.py
	python examples/two_sentences.py
	sh examples/reference_and_lexicon.sh
	sh examples/decisions.sh
	sh examples/repair.sh
	sh examples/ci_gate.sh || [ $$? -eq 3 ]
	python examples/pandas_results.py
	python examples/prompted_model.py

test: lint types unit ## Install with dev tools, then lint, types and all tests

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

unit: $(VENV)/.dev browser
	$(BIN)/python -m pytest -n 2 --dist loadfile --durations=10

browser: ## Install Chromium from Debian where it is missing and can be installed
	@sh tests/install-browser.sh

docs: export NO_MKDOCS_2_WARNING := 1
docs: $(VENV)/.docs ## Build the documentation site into build/site: strict, and without a request to anywhere
	$(BIN)/python -m mkdocs build --strict --quiet
	$(BIN)/python -m handbook.check build/site
	@echo "open build/site/index.html"

format: $(VENV)/.dev ## Let ruff format and fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

wheel: $(VENV)/.dev ## Build the wheel and the source archive into dist/
	$(BIN)/python -m build --no-isolation --outdir dist .

fuzz: $(VENV)/.dev ## Throw 2,000 hostile inputs at every command (see docs/benchmarks.md)
	$(BIN)/python -m benchmarks.fuzz $(ARGS)

soak: $(VENV)/.dev ## Disturb runs with 200 random faults: each must end in the same findings (see docs/benchmarks.md)
	$(BIN)/python -m benchmarks.soak $(ARGS)

bench-core: $(VENV)/.bench ## Measure the core on ../shared (see docs/benchmarks.md)
	$(BIN)/python -m benchmarks.core

bench-sets: $(VENV)/.bench ## Measure what minimal sets mean: statuses, sizes, stability (see docs/benchmarks.md)
	$(BIN)/python -m benchmarks.sets $(ARGS)

bench-speed: $(VENV)/.bench ## Measure the sweep on ../shared (see docs/benchmarks.md)
	$(BIN)/python -m benchmarks.speed

bench-aggregate: $(VENV)/.dev ## Count a million stored sets (see docs/benchmarks.md)
	$(BIN)/python -m benchmarks.aggregate

bench-detection: $(VENV)/.bench ## Measure what the audit finds of what was planted
	$(BIN)/python -m benchmarks.detection --out build/detection

bench-verdicts: $(VENV)/.bench ## Measure what the audit accuses where nothing is planted
	$(BIN)/python -m benchmarks.detection --out build/detection --settings clean permuted

bench-families: $(VENV)/.bench ## Measure whether shortcuts with a changing surface are found
	$(BIN)/python -m benchmarks.families --out build/families $(ARGS)

bench-power: $(VENV)/.bench ## Measure whether stated power is the share of learned shortcuts that is found
	$(BIN)/python -m benchmarks.power --out build/power $(ARGS)

bench-blackbox: $(VENV)/.bench ## Measure models that can only be asked (see docs/benchmarks.md)
	$(BIN)/python -m benchmarks.blackbox $(ARGS)

bench-planning: $(VENV)/.dev ## Measure planned power against what is found; ARGS="--model DIR", or ARGS=--million
	$(BIN)/python -m benchmarks.planning $(ARGS)

bench-cluster: $(VENV)/.dev ## Run two machines as network namespaces, as root; ARGS="--model DIR --kill"
	$(BIN)/python -m benchmarks.cluster $(ARGS)

bench-ray: $(VENV)/.dev ## Run two Ray nodes of one core each against one process, on ../shared; ARGS="--texts 200"
	$(BIN)/python -m benchmarks.ray_nodes $(ARGS)

bench-gpu: $(VENV)/.dev ## Print what a GPU is worth, or that there is none; ARGS="--model DIR"
	$(BIN)/python -m benchmarks.gpu $(ARGS)

bench-judgement: $(VENV)/.bench ## Measure the ranking against people's marks; ARGS="--marks FILE"
	$(BIN)/python -m benchmarks.judgement $(ARGS)

bench-relevance: $(VENV)/.bench ## Measure relevance against a held-out lexicon; ARGS="--base DIR" names the base encoder
	$(BIN)/python -m benchmarks.relevance $(ARGS)

bench-contamination: $(VENV)/.bench ## Measure how training moves a planted word; ARGS="--base DIR --out build/contamination"
	$(BIN)/python -m benchmarks.contamination $(ARGS)

bench-repair: $(VENV)/.bench ## Measure how much of a shortcut a repair takes away; ARGS="--base DIR" for SST2
	$(BIN)/python -m benchmarks.repair --out build/repair $(ARGS)

bench-ablation: $(VENV)/.bench ## Measure what cooperation is worth where the proposal decides
	$(BIN)/python -m benchmarks.ablation $(ARGS)

bench-paper: $(VENV)/.bench ## Measure the paper's table on ../shared (see docs/benchmarks.md)
	$(BIN)/python -m benchmarks.paper $(ARGS)

bench-readings: $(VENV)/.bench ## Measure what each reading of the paper gives (see docs/paper.md)
	$(BIN)/python -m benchmarks.readings $(ARGS)

bench-all: $(BIN)/python ## List the figures of docs/benchmarks.md that are older than what they measure
	@$(BIN)/python -m benchmarks.stale

clean: ## Remove the virtual environment and every cache
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
