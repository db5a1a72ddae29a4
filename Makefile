# ctxkit: `make lab` to look, `make test` to check. Everything lands in .venv and build/.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help lab test tour notebooks screenshots lint bench clean

help:
	@echo "make lab    JupyterLab on the tour"
	@echo "make test   the whole suite: unit, vectors, properties, notebooks, wheel, browser"
	@echo "make tour   run the tour headless into build/tour.html"
	@echo "make notebooks    run all notebooks again, in place"
	@echo "make screenshots  take the pictures of the README"
	@echo "make lint   ruff and mypy"
	@echo "make bench  benchmarks"

lab: $(VENV)/.lab
	$(BIN)/jupyter lab notebooks/00_tour.ipynb $(if $(filter 0,$(shell id -u)),--allow-root) $(ARGS)

test: $(VENV)/.dev
	$(BIN)/python -m pytest --nbval tests notebooks $(ARGS)

tour: $(VENV)/.dev
	$(BIN)/python docs/tour.py

notebooks: $(VENV)/.dev
	$(BIN)/python docs/notebooks.py

screenshots: $(VENV)/.dev
	$(BIN)/python docs/screenshots.py

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/python -m pytest benchmarks --benchmark-only --benchmark-columns=min,median,ops $(ARGS)

clean:
	rm -rf $(VENV) build dist

# Some distributions ship Python without ensurepip; virtualenv brings its own pip.
$(BIN)/python:
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  $(PYTHON) -m pip install --user virtualenv && $(PYTHON) -m virtualenv $(VENV); }

$(VENV)/.lab: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[lab]'
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.lab
