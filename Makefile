# rtcheck: a thin front to Meson and Ninja. `make help` lists the targets.

PREFIX  ?= /usr/local
DESTDIR ?=
SECONDS ?= 60

# The sanitized build is clang's: a second compiler's eyes, and on arm64 the end of a program takes gcc's leak checker
# four seconds. ccache, where there is one, comes by itself with gcc only. lld links in a third of the time of ld, over a
# hundred programs.
SANITIZER_CC := $(shell command -v ccache) clang-19
SANITIZE := -Db_sanitize=address,undefined -Db_lundef=false -Doptimization=1 -Dc_args=-gline-tables-only

.PHONY: all help demo test check sanitized install bench lint format fuzz clean

all: ## build build/rtcheck (installs what the build needs first, if it is missing)
	@tools/setup.sh build
	@test -f build/build.ninja || meson setup build >/dev/null
	@ninja -C build -n | grep -q 'no work to do' || ninja -C build --quiet

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

demo: all ## check the bundled examples, ending in a counterexample and its verdict
	@tools/demo.sh build/rtcheck

test: all sanitized ## every test, in the normal and in the sanitized build; ends in "N passed, N failed"
	@tools/setup.sh test
	@python3 tools/suite.py

check: all ## the tests for the daily loop: each room once, without sanitizers, in less than two minutes
	@tools/setup.sh test
	@python3 tools/suite.py --quick

sanitized: all ## build build-asan/rtcheck, with the address and undefined-behaviour sanitizers
	@tools/setup.sh sanitized
	@test -f build-asan/build.ninja || CC="$(SANITIZER_CC)" CC_LD=$$(command -v ld.lld >/dev/null && echo lld || echo bfd) \
		meson setup build-asan $(SANITIZE) >/dev/null
	@ninja -C build-asan -n | grep -q 'no work to do' || ninja -C build-asan --quiet

install: all ## install under PREFIX (default /usr/local), staged under DESTDIR
	@meson configure build -Dprefix=$(abspath $(PREFIX))
	@ninja -C build --quiet
	@DESTDIR="$(DESTDIR)" meson install -C build --no-rebuild --quiet

bench: all ## measure against Spin
	@tools/setup.sh test
	@run=0; for part in run env app eventb conform; do bench/$$part.py || run=1; done; exit $$run

lint: all ## clang-format, clang-tidy and cppcheck
	@tools/setup.sh lint
	@tools/lint.sh build

format: ## rewrite the sources as clang-format wants them
	@tools/setup.sh lint
	@git ls-files '*.c' '*.h' | grep -v ^tests/fuzz/corpus/ | xargs clang-format -i

fuzz: all ## feed the parsers with broken input for SECONDS seconds each (default 60)
	@tools/setup.sh fuzz
	@tools/fuzz.sh $(SECONDS)

clean: ## remove everything that was built
	@rm -rf build build-asan build-fuzz
