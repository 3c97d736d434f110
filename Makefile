# probatum. One Makefile, not recursive; `make help` lists what it does.
#
# Everything made lands in build/, one folder per variant, so that two
# compilers and a sanitizer never share an object. Deleting build/ loses
# nothing but time.

VERSION := 0.1.0
PREFIX  ?= /usr/local
DESTDIR ?=
V       ?=

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
SHELL := /bin/sh

# `make V=1` shows whole commands, otherwise one word and a path.
Q    := $(if $(V),,@)
say   = $(if $(V),@:,@printf '  %-7s %s\n')

# -- Goals -------------------------------------------------------------------

.PHONY: all site test unit asan lint format deps bench dist install uninstall \
        completions clean distclean help FORCE

all: build/probatum ## the program itself, build/probatum

site: build/probatum ## check the records, verify the evidence, build build/site
	build/probatum check
	build/probatum verify
	build/probatum build

help: ## this list
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' \
	    $(firstword $(MAKEFILE_LIST))

# -- What must be installed --------------------------------------------------
#
# tools/deps checks one group of tools/packages.txt, installs what is missing
# and writes build/config/GROUP.mk with the flags found. Make remakes an
# included file that is older than its sources and then starts over, so on a
# bare machine the first `make site` installs and goes on. A goal asks only for
# the groups it uses; `help`, `clean` and their like ask for none.

GOALS      := $(or $(MAKECMDGOALS),$(.DEFAULT_GOAL))
BARE_GOALS := help clean distclean deps dist uninstall
group_if    = $(if $(filter $(2),$(GOALS)),$(1))
GROUPS     := \
    $(if $(filter-out $(BARE_GOALS) format,$(GOALS)),build) \
    $(call group_if,test,test unit asan test-% lint lint-% compile_commands.json $(addprefix build/,release/tests/% clang/tests/% asan/tests/%)) \
    $(call group_if,browser,test) \
    $(call group_if,lint,lint lint-% format build/clang/%)

include $(GROUPS:%=build/config/%.mk)

# One at a time: two apt-get runs at once wait for each other's lock.
build/config/test.mk: | build/config/build.mk
build/config/browser.mk: | build/config/test.mk
build/config/lint.mk: | $(if $(filter build,$(GROUPS)),build/config/build.mk)

build/config/%.mk: tools/packages.txt tools/deps
	@mkdir -p $(@D)
	@tools/deps --config $@ $*

deps: ## install everything that building, testing and linting need
	@tools/deps

# -- Modules -----------------------------------------------------------------
#
# tools/modules.txt has them lowest first; each becomes one archive, so a
# module that does not compile stops only those above it. UPTO_m is m and
# everything below, highest first, which is the order the linker wants.

MODULES := $(shell sed -n 's/^\([a-z]\{1,\}\) .*/\1/p' tools/modules.txt)
SEEN :=
$(foreach m,$(MODULES), \
    $(eval SEEN := $m $(SEEN)) \
    $(eval UPTO_$m := $(SEEN)) \
    $(eval SRC_$m := $(sort $(wildcard src/$m/*.c))) \
    $(eval TEST_$m := $(patsubst tests/%.c,%,$(sort $(wildcard tests/$m/test_*.c)))))

# The program is cli and all below it; wasm is for the browser alone.
PROGRAM_MODULES := $(UPTO_cli)
SUPPORT := $(sort $(wildcard tests/support/*.c))

# -- Compilers, warnings, variants -------------------------------------------
#
# Warnings are errors on both compilers, and the list is the same for both; a
# warning is cured in the code, never at the site.

WARNINGS := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion \
    -Wsign-conversion -Wdouble-promotion -Wstrict-prototypes \
    -Wmissing-prototypes -Wwrite-strings -Wvla -Wformat=2 -Wundef \
    -Wcast-qual -Wpointer-arith -Wswitch -Wimplicit-fallthrough

COMMON := -std=c17 -D_GNU_SOURCE -ffp-contract=off -fno-common -Isrc \
    '-DPROBATUM_VERSION="$(VERSION)"' $(WARNINGS)
LIBS = -Wl,--as-needed $(PKG_LIBS) -lm

# A variant is a compiler and its flags. To add one, add a name and two lines.
VARIANTS := release clang asan

CC_release     := gcc
CFLAGS_release := -O2 -g

CC_clang       := clang
CFLAGS_clang   := -O2 -g

CC_asan        := gcc
CFLAGS_asan    := -O1 -g -fno-omit-frame-pointer \
    -fsanitize=address,undefined -fno-sanitize-recover=all

PROGRAM_release := build/probatum
PROGRAM_clang   := build/clang/probatum
PROGRAM_asan    := build/asan/probatum

# -- The training core -------------------------------------------------------
#
# core and wasm see no C library, and their arithmetic must give the same bits
# everywhere: no contraction, no errno, nothing that reorders.

CORE_CFLAGS := -ffreestanding -fno-math-errno -ffp-contract=off \
    -fno-stack-protector -fno-unwind-tables -fno-asynchronous-unwind-tables

# Per-instruction-set objects: src/core/NAME_v3.c and NAME_v4.c are compiled for
# x86-64-v3 and -v4, and are left out on other machines. Which of them runs is
# chosen when the program starts.
CORE_V3_CFLAGS := -march=x86-64-v3
CORE_V4_CFLAGS := -march=x86-64-v4 -mprefer-vector-width=512

ifneq ($(shell uname -m),x86_64)
SRC_core := $(filter-out %_v3.c %_v4.c,$(SRC_core))
endif

# -- Files that the program carries ------------------------------------------

EMBEDDED := $(sort $(shell find templates site/assets -type f ! -name '.*' \
    ! -name '*~' 2>/dev/null))

# Rewritten only when the list of names changes, so that a removed template
# remakes the table too.
build/gen/embedded.list: FORCE
	$(call write_if_changed,$(EMBEDDED))

build/gen/embedded.c: tools/embed build/gen/embedded.list $(EMBEDDED)
	$(say) EMBED $@
	$(Q)tools/embed $(EMBEDDED) >$@

define write_if_changed
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(1))' >$@.new
	@if cmp -s $@.new $@; then rm -f $@.new; else mv $@.new $@; fi
endef

# -- Rules for each variant --------------------------------------------------

# $1 variant. build/VARIANT/flags changes when the flags do and not otherwise.
define variant_rules
build/$1/flags: FORCE
	$$(call write_if_changed,$$(CC_$1) $$(COMMON) $$(CFLAGS_$1) $$(PKG_CFLAGS) $$(CORE_CFLAGS) $$(CORE_V3_CFLAGS) $$(CORE_V4_CFLAGS))

build/$1/obj/%.o: src/%.c build/$1/flags
	$(say) CC '$1 $$<'
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(COMMON) $$(CFLAGS_$1) $$(PKG_CFLAGS) $$(MODULE_CFLAGS) -MMD -MP -c $$< -o $$@

build/$1/obj/tests/%.o: tests/%.c build/$1/flags
	$(say) CC '$1 $$<'
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(COMMON) -Itests $$(CFLAGS_$1) $$(PKG_CFLAGS) $$(CMOCKA_CFLAGS) -MMD -MP -c $$< -o $$@

build/$1/obj/render/embedded.o: build/gen/embedded.c build/$1/flags
	$(say) CC '$1 $$<'
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(COMMON) $$(CFLAGS_$1) -MMD -MP -c $$< -o $$@

build/$1/obj/core/%.o build/$1/obj/wasm/%.o: private MODULE_CFLAGS = $(CORE_CFLAGS)
build/$1/obj/core/%_v3.o: private MODULE_CFLAGS = $(CORE_CFLAGS) $(CORE_V3_CFLAGS)
build/$1/obj/core/%_v4.o: private MODULE_CFLAGS = $(CORE_CFLAGS) $(CORE_V4_CFLAGS)

build/$1/lib/support.a: $(SUPPORT:%.c=build/$1/obj/%.o)
	$(say) AR $$@
	@mkdir -p $$(@D)
	$(Q)rm -f $$@ && ar rcsD $$@ $$^

$(PROGRAM_$1): $$(call archives,$1,$(PROGRAM_MODULES))
	$(say) LD $$@
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(CFLAGS_$1) -o $$@ $$^ $$(LIBS)

$(foreach m,$(MODULES),$(call module_rules,$1,$m))
endef

# $1 variant, $2 module: its archive and how its tests link.
define module_rules

build/$1/lib/$2.a: $(SRC_$2:src/%.c=build/$1/obj/%.o) $(if $(filter render,$2),build/$1/obj/render/embedded.o)
	$(say) AR $$@
	@mkdir -p $$(@D)
	$(Q)rm -f $$@ && ar rcsD $$@ $$^

build/$1/tests/$2/%: build/$1/obj/tests/$2/%.o $(if $(SUPPORT),build/$1/lib/support.a) $$(call archives,$1,$(UPTO_$2))
	$(say) LD $$@
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(CFLAGS_$1) -o $$@ $$^ $$(CMOCKA_LIBS) $$(LIBS)

endef

# The archives of these modules, those without any source left out.
archives = $(foreach m,$(2),$(if $(SRC_$m),build/$(1)/lib/$m.a))

$(foreach v,$(VARIANTS),$(eval $(call variant_rules,$v)))

-include $(wildcard build/*/obj/*/*.d build/*/obj/tests/*/*.d)

# -- Tests -------------------------------------------------------------------
#
# Everything speaks TAP and runs under prove, whose summary comes last: unit
# tests on the release build, those of core on the sanitizers as well, the
# command line, the tools, and the pages in a browser.

unit_tests = $(foreach m,$(MODULES),$(TEST_$m:%=build/$(1)/tests/%))
core_tests = $(TEST_core:%=build/$(1)/tests/%)
BATS       := $(sort $(wildcard tests/cli/*.bats tests/tools/*.bats))
CLI_BATS   := $(sort $(wildcard tests/cli/*.bats))
BROWSER    := $(sort $(wildcard tests/browser/test_*.mjs))
PROVE      := tools/prove-all

TESTS := $(call unit_tests,release) $(call core_tests,asan) $(BATS) $(BROWSER)
NEEDS_PROGRAM = $(if $(BATS)$(BROWSER),build/probatum)

test: $(filter build/%,$(TESTS)) $(NEEDS_PROGRAM) ## every test, under prove
	@$(PROVE) $(TESTS)

unit: $(call unit_tests,release) ## the unit tests alone
	@$(PROVE) $^

asan: $(call unit_tests,asan) build/asan/probatum ## unit and command line tests under ASan and UBSan
	@PROBATUM=$(CURDIR)/build/asan/probatum $(PROVE) $(call unit_tests,asan) $(CLI_BATS)

# `make test-yml`, or `make test-yml VARIANT=asan`: one module while working.
VARIANT ?= release
MODULE_TESTS := $(MODULES:%=test-%)
.PHONY: $(MODULE_TESTS) test-cli-bats
$(foreach m,$(MODULES),$(eval test-$m: $(TEST_$m:%=build/$(VARIANT)/tests/%)))
test-%: ## the unit tests of one module: make test-yml [VARIANT=asan]
$(MODULE_TESTS):
	@$(PROVE) $^

# -- Cleaning ----------------------------------------------------------------

clean: ## remove what was built; the cache of runs stays
	rm -rf build/gen build/lint build/site build/probatum $(VARIANTS:%=build/%) compile_commands.json

distclean: ## remove build/ whole, the cache of runs too
	rm -rf build compile_commands.json
