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

# A single goal uses every core without being asked; several are carried out as
# they are written, so that `make clean all` means what it says.
ifeq ($(filter-out 0 1,$(words $(MAKECMDGOALS)))$(findstring -j,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

# `make V=1` shows whole commands, otherwise one word and a path.
Q    := $(if $(V),,@)
say   = $(if $(V),@:,@printf '  %-7s %s\n')

# -- Goals -------------------------------------------------------------------

.PHONY: all site test unit asan fuzz lint format deps bench dist install \
        uninstall clean distclean help wasm matrix matrix-more exhaustive FORCE

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
    $(call group_if,test,test unit asan test-% exhaustive matrix matrix-% lint lint-% compile_commands.json build/release/tests/% build/clang/tests/% build/asan/tests/%) \
    $(call group_if,wasm,test wasm matrix matrix-% bench bench-%) \
    $(call group_if,browser,test) \
    $(call group_if,fuzz,fuzz build/fuzz/%) \
    $(call group_if,lint,lint lint-% format build/clang/%)

include $(GROUPS:%=build/config/%.mk)

# One at a time: two apt-get runs at once wait for each other's lock.
build/config/test.mk: | build/config/build.mk
build/config/wasm.mk: | build/config/build.mk $(if $(filter test,$(GROUPS)),build/config/test.mk)
build/config/browser.mk: | build/config/wasm.mk
build/config/fuzz.mk: | build/config/build.mk
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
VARIANTS := release clang asan fuzz

CC_release     := gcc
CFLAGS_release := -O2 -g

CC_clang       := clang
CFLAGS_clang   := -O2 -g

CC_asan        := gcc
CFLAGS_asan    := -O1 -g -fno-omit-frame-pointer \
    -fsanitize=address,undefined -fno-sanitize-recover=all

CC_fuzz        := clang
CFLAGS_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined \
    -fno-sanitize-recover=all

PROGRAM_release := build/probatum
$(foreach v,$(filter-out release,$(VARIANTS)), \
    $(eval PROGRAM_$v := build/$v/probatum))

# -- The training core -------------------------------------------------------
#
# core and wasm see no C library, and their arithmetic must give the same bits
# everywhere: no contraction, no errno, nothing that reorders.

CORE_CFLAGS := -ffreestanding -fno-math-errno -ffp-contract=off \
    -fno-stack-protector -fno-unwind-tables -fno-asynchronous-unwind-tables

# Tests compile the kernels once more, for doubles: vectors wider than the
# baseline's registers, passed between inline functions alone, so no ABI matters.
CORE_TEST_CFLAGS := -fno-math-errno -Wno-psabi

# Per-instruction-set objects: src/core/NAME_v3.c and NAME_v4.c are compiled for
# x86-64-v3 and -v4, and are left out on other machines. Which of them runs is
# chosen when the program starts.
CORE_V3_CFLAGS := -march=x86-64-v3
CORE_V4_CFLAGS := -march=x86-64-v4 -mprefer-vector-width=512

ifneq ($(shell uname -m),x86_64)
SRC_core := $(filter-out %_v3.c %_v4.c,$(SRC_core))
endif

# -- Files that the program carries ------------------------------------------

# Some assets are made, below build/gen: the core for browsers as a script, since
# a page that is read from disk may run scripts and fetch nothing; and what
# formulas look like: temml's style, and their font, packed for the web, with its
# licence.
CORE_SCRIPT  := site/assets/core-wasm.js
MATH_FONT    := site/assets/latinmodern-math.woff2
MATH_LICENCE := site/assets/latinmodern-math.txt
MATH_STYLE   := site/assets/math.css
MATH_STROKES := site/assets/strokes.css
MADE_ASSETS  := $(CORE_SCRIPT) $(MATH_FONT) $(MATH_LICENCE) $(MATH_STYLE) \
    $(MATH_STROKES)
FONT_FOLDER  := /usr/share/texmf
EMBEDDED := $(foreach f,$(sort \
    $(MADE_ASSETS) src/cli/live.js $(shell find templates site/assets -type f \
    ! -name '.*' ! -name '*~' 2>/dev/null)),$(if $(filter $f,$(MADE_ASSETS)),build/gen/)$f)

# Rewritten only when the list of names changes, so that a removed template
# remakes the table too.
build/gen/embedded.list: FORCE
	$(call write_if_changed,$(EMBEDDED))

build/gen/embedded.c: tools/embed build/gen/embedded.list $(EMBEDDED)
	$(say) EMBED $@
	$(Q)tools/embed $(EMBEDDED) >$@

build/gen/$(CORE_SCRIPT): build/core.wasm
	$(say) BASE64 $@
	@mkdir -p $(@D)
	$(Q)printf 'probatum.receive("core-wasm", "%s");\n' "$$(base64 -w0 $<)" >$@

# What turns TeX into MathML, in the order in which it is read (src/md/engine.h).
ENGINE_SCRIPTS := src/md/engine.js vendor/temml/temml.js

build/gen/scripts.c: tools/embed $(ENGINE_SCRIPTS)
	$(say) EMBED $@
	@mkdir -p $(@D)
	$(Q)tools/embed --scripts $(ENGINE_SCRIPTS) >$@

build/gen/$(MATH_FONT): $(FONT_FOLDER)/fonts/opentype/public/lm-math/latinmodern-math.otf
	$(say) WOFF2 $@
	@mkdir -p $(@D)
	$(Q)cp $< $(@:.woff2=.otf) && woff2_compress $(@:.woff2=.otf) >/dev/null 2>&1 && rm $(@:.woff2=.otf)

build/gen/$(MATH_LICENCE): $(FONT_FOLDER)/doc/fonts/lm-math/GUST-FONT-LICENSE.txt
	@mkdir -p $(@D)
	$(Q)cp $< $@

build/gen/$(MATH_STYLE): vendor/temml/temml.css
	@mkdir -p $(@D)
	$(Q)cp $< $@

build/gen/$(MATH_STROKES): vendor/temml/strokes.css
	@mkdir -p $(@D)
	$(Q)cp $< $@

define write_if_changed
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(1))' >$@.$$$$ && \
	    if cmp -s $@.$$$$ $@; then rm -f $@.$$$$; else mv $@.$$$$ $@; fi
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
	$(Q)$$(CC_$1) $$(COMMON) -Itests $$(CFLAGS_$1) $$(PKG_CFLAGS) $$(CMOCKA_CFLAGS) $$(MODULE_CFLAGS) -MMD -MP -c $$< -o $$@

build/$1/obj/fuzz/%.o: fuzz/%.c build/$1/flags
	$(say) CC '$1 $$<'
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(COMMON) $$(CFLAGS_$1) $$(PKG_CFLAGS) -MMD -MP -c $$< -o $$@

build/$1/obj/render/embedded.o: build/gen/embedded.c build/$1/flags
	$(say) CC '$1 $$<'
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(COMMON) $$(CFLAGS_$1) -MMD -MP -c $$< -o $$@

build/$1/obj/md/scripts.o: build/gen/scripts.c build/$1/flags
	$(say) CC '$1 $$<'
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(COMMON) $$(CFLAGS_$1) -MMD -MP -c $$< -o $$@

build/$1/obj/core/%.o build/$1/obj/wasm/%.o: private MODULE_CFLAGS = $(CORE_CFLAGS)
build/$1/obj/tests/core/%.o: private MODULE_CFLAGS = $(CORE_TEST_CFLAGS)
build/$1/obj/core/%_v3.o: private MODULE_CFLAGS = $(CORE_CFLAGS) $(CORE_V3_CFLAGS)
build/$1/obj/core/%_v4.o: private MODULE_CFLAGS = $(CORE_CFLAGS) $(CORE_V4_CFLAGS)

build/$1/lib/support.a: $(SUPPORT:%.c=build/$1/obj/%.o)
	$(say) AR $$@
	@mkdir -p $$(@D)
	$(Q)ar rcsD $$@.$$$$$$$$ $$^ && mv $$@.$$$$$$$$ $$@

# Linked beside its place and moved there, so that a program in use, by another
# make perhaps, is never half of itself.
$(PROGRAM_$1): $$(call archives,$1,$(PROGRAM_MODULES))
	$(say) LD $$@
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(CFLAGS_$1) -o $$@.$$$$$$$$ $$^ $$(LIBS) && mv $$@.$$$$$$$$ $$@

$(foreach m,$(MODULES),$(call module_rules,$1,$m))
endef

# $1 variant, $2 module: its archive and how its tests link.
define module_rules

build/$1/lib/$2.a: $(SRC_$2:src/%.c=build/$1/obj/%.o) $(if $(filter render,$2),build/$1/obj/render/embedded.o) $(if $(filter md,$2),build/$1/obj/md/scripts.o)
	$(say) AR $$@
	@mkdir -p $$(@D)
	$(Q)ar rcsD $$@.$$$$$$$$ $$^ && mv $$@.$$$$$$$$ $$@

build/$1/tests/$2/%: build/$1/obj/tests/$2/%.o $(if $(SUPPORT),build/$1/lib/support.a) $$(call archives,$1,$(UPTO_$2))
	$(say) LD $$@
	@mkdir -p $$(@D)
	$(Q)$$(CC_$1) $$(CFLAGS_$1) -o $$@.$$$$$$$$ $$^ $$(CMOCKA_LIBS) $$(LIBS) && mv $$@.$$$$$$$$ $$@

endef

# The archives of these modules, those without any source left out.
archives = $(foreach m,$(2),$(if $(SRC_$m),build/$(1)/lib/$m.a))

$(foreach v,$(VARIANTS),$(eval $(call variant_rules,$v)))

-include $(wildcard build/*/obj/*/*.d build/*/obj/tests/*/*.d)

# -- The core for browsers -----------------------------------------------------
#
# Plain clang and wasm-ld: no library, no imports. The compiler is asked for
# objects alone, since its driver would run whatever wasm-opt it finds. What is
# not a kernel runs rarely and is compiled for size. Loops are unrolled where the
# source says so and nowhere else: engines gain nothing by more.

WASM_CFLAGS := --target=wasm32 -msimd128 -mbulk-memory -std=c17 \
    -fvisibility=hidden -fno-unroll-loops -Isrc $(WARNINGS) $(CORE_CFLAGS)
WASM_LDFLAGS := --no-entry --export-dynamic -z stack-size=65536
WASM_SOURCES := $(filter-out %_v3.c %_v4.c,$(SRC_core)) $(SRC_wasm)
WASM_KERNELS := $(filter src/core/kernel%,$(WASM_SOURCES))

# $1 folder, $2 level of kernels, $3 of the rest.
define wasm_rules
$1/%.o: src/%.c $1/flags
	$(say) CC 'wasm $$<'
	@mkdir -p $$(@D)
	$(Q)clang $$(WASM_CFLAGS) $$(WASM_LEVEL) -MMD -MP -c $$< -o $$@

$1/%.o: private WASM_LEVEL = $3
$(WASM_KERNELS:src/%.c=$1/%.o): private WASM_LEVEL = $2

$1/flags: FORCE
	$$(call write_if_changed,$$(WASM_CFLAGS) $2 $3 $$(WASM_LDFLAGS))

$1/core.wasm: $(WASM_SOURCES:src/%.c=$1/%.o)
	$(say) LD $$@
	$(Q)wasm-ld $$(WASM_LDFLAGS) --strip-all -o $$@.$$$$$$$$ $$^ && mv $$@.$$$$$$$$ $$@
endef

$(eval $(call wasm_rules,build/wasm,-O2,-Oz))

build/core.wasm: build/wasm/core.wasm
	$(Q)cp $< $@.$$$$ && mv $@.$$$$ $@

wasm: build/core.wasm ## the training core for browsers, build/core.wasm
	@echo "$<: $$(wc -c <$<) bytes, $$(gzip -9nc $< | wc -c) as gzip sends it"

# -- The matrix ----------------------------------------------------------------
#
# One trajectory whatever compiles the core and whatever runs it. A build is the
# core at one level for one instruction set, with tests/core/matrix.c. The
# kernels of a compiler and level are compiled once, as they are for the program,
# and each build runs the one of its set; that for plain x86-64 runs them all,
# except at -O0, where it would take long. Each build's row is a file that is
# made once; tools/matrix compares them.
#
# WRONG is a flag that core must not be built with: a test shows that the matrix
# fails then.

MATRIX   ?= build/matrix
WRONG    ?=
MATRIX_CFLAGS := -std=c17 -D_GNU_SOURCE -Isrc -Itests -fno-math-errno \
    -ffreestanding -ffp-contract=off $(WRONG)
MATRIX_ISAS := $(if $(filter x86_64,$(shell uname -m)),x86-64 \
    $(shell tools/matrix --isas),baseline)
MATRIX_BUILDS ?= $(foreach c,gcc clang,$(foreach o,O0 O2 O3, \
    $(MATRIX_ISAS:%=$c-$o-%))) wasm-O0 wasm-O2 wasm-O3
MATRIX_ROWS := $(MATRIX_BUILDS:%=$(MATRIX)/%/row)
MATRIX_BASE   = $(firstword $(MATRIX_ISAS))
MATRIX_KERNEL = $(filter src/core/kernel%,$(SRC_core))
MATRIX_LANES_x86-64-v3 := 8
MATRIX_LANES_x86-64-v4 := 16

$(MATRIX)/flags: FORCE
	$(call write_if_changed,$(MATRIX_CFLAGS))

# $1 compiler, $2 level, $3 instruction set of the portable part.
define matrix_rules
$(MATRIX)/$1-$2-$3/%.o: src/core/%.c $(MATRIX)/flags
	$(say) CC '$1 -$2 $3 $$<'
	@mkdir -p $$(@D)
	$(Q)$1 $$(MATRIX_CFLAGS) -$2 $$(MATRIX_MARCH) -MMD -MP -c $$< -o $$@

$(MATRIX)/$1-$2-$3/%.o: private MATRIX_MARCH = $(filter-out -march=baseline,-march=$3)
$(MATRIX)/$1-$2-$3/%_v3.o: private MATRIX_MARCH = $$(CORE_V3_CFLAGS)
$(MATRIX)/$1-$2-$3/%_v4.o: private MATRIX_MARCH = $$(CORE_V4_CFLAGS)

$(MATRIX)/$1-$2-$3/matrix.o: tests/core/matrix.c $(MATRIX)/flags
	@mkdir -p $$(@D)
	$(Q)$1 $$(filter-out -ffreestanding,$$(MATRIX_CFLAGS)) -$2 -MMD -MP -c $$< -o $$@

$(MATRIX)/$1-$2-$3/matrix: $(MATRIX)/$1-$2-$3/matrix.o \
    $(patsubst src/core/%.c,$(MATRIX)/$1-$2-$3/%.o,$(filter-out $(MATRIX_KERNEL),$(SRC_core))) \
    $(MATRIX_KERNEL:src/core/%.c=$(MATRIX)/$1-$2-$(MATRIX_BASE)/%.o)
	$(Q)$1 -o $$@ $$^

$(MATRIX)/$1-$2-$3/row: $(MATRIX)/$1-$2-$3/matrix
	$(say) RUN '$1 -$2 $3'
	$(Q)$$< $(or $(MATRIX_LANES_$3),$(if $(filter O0,$2),4)) >$$@.new && mv $$@.new $$@
endef

$(foreach c,gcc clang,$(foreach o,O0 O2 O3,$(foreach i,$(MATRIX_ISAS), \
    $(eval $(call matrix_rules,$c,$o,$i)))))
$(foreach o,O0 O2 O3,$(eval $(call wasm_rules,$(MATRIX)/wasm-$o,-$o,-$o)))

$(MATRIX)/runs.json: $(MATRIX)/gcc-O2-$(MATRIX_BASE)/matrix
	$(Q)$< --runs >$@.new && mv $@.new $@

$(MATRIX)/wasm-%/row: $(MATRIX)/wasm-%/core.wasm $(MATRIX)/runs.json tests/core/matrix.js
	$(say) RUN 'wasm -$* node'
	$(Q)node tests/core/matrix.js $< $(MATRIX)/runs.json >$@.new && mv $@.new $@

matrix: $(MATRIX_ROWS) $(MATRIX)/runs.json ## one hash a pinned run, the same from every build
	@tools/matrix $(MATRIX)/runs.json $(MATRIX_ROWS)

# What few have installed: arm64 as qemu emulates it, from both compilers, and the
# engines of other browsers. tools/matrix --more says which of them can run here
# and, of the others, which package they lack.
ARM64_CC_gcc   := aarch64-linux-gnu-gcc
ARM64_CC_clang := clang --target=aarch64-linux-gnu
MATRIX_MORE    := $(if $(filter matrix-more,$(GOALS)),$(shell tools/matrix --more))

# $1 compiler, $2 level.
define arm64_rules
$(MATRIX)/arm64.$1-$2/%.o: src/core/%.c $(MATRIX)/flags
	$(say) CC 'arm64 $1 -$2 $$<'
	@mkdir -p $$(@D)
	$(Q)$$(ARM64_CC_$1) $$(MATRIX_CFLAGS) -$2 -MMD -MP -c $$< -o $$@

$(MATRIX)/arm64.$1-$2/matrix: tests/core/matrix.c \
    $(patsubst src/core/%.c,$(MATRIX)/arm64.$1-$2/%.o,$(filter-out %_v3.c %_v4.c,$(SRC_core)))
	$(Q)$(ARM64_CC_gcc) -static $$(filter-out -ffreestanding,$$(MATRIX_CFLAGS)) -O2 -o $$@ $$^

$(MATRIX)/arm64.$1-$2/row: $(MATRIX)/arm64.$1-$2/matrix
	$(say) RUN 'arm64 $1 -$2 qemu'
	$(Q)qemu-aarch64 $$< >$$@.new && mv $$@.new $$@
endef

$(foreach c,gcc clang,$(foreach o,O2 O3,$(eval $(call arm64_rules,$c,$o))))

$(MATRIX)/js102-O2/row: ENGINE := js102 tests/core/matrix.js
$(MATRIX)/jsc-O2/row: ENGINE := jsc tests/core/matrix.js --
$(MATRIX)/liftoff-O2/row: ENGINE := node --liftoff-only tests/core/matrix.js
$(MATRIX)/js102-O2/row $(MATRIX)/jsc-O2/row $(MATRIX)/liftoff-O2/row: $(MATRIX)/%/row: \
    $(MATRIX)/wasm-O2/core.wasm $(MATRIX)/runs.json tests/core/matrix.js
	$(say) RUN 'wasm $(firstword $(ENGINE))'
	@mkdir -p $(@D)
	$(Q)$(ENGINE) $< $(MATRIX)/runs.json >$@.new && mv $@.new $@

matrix-more: $(MATRIX_ROWS) $(MATRIX_MORE:%=$(MATRIX)/%/row) $(MATRIX)/runs.json ## the matrix with arm64 under qemu and other browsers' engines
	@tools/matrix $(MATRIX)/runs.json $(MATRIX_ROWS) $(MATRIX_MORE:%=$(MATRIX)/%/row)

-include $(wildcard build/wasm/*/*.d $(MATRIX)/*/*.d $(MATRIX)/*/*/*.d)

# -- Tests -------------------------------------------------------------------
#
# Everything speaks TAP and runs under prove, whose summary comes last: unit
# tests on the release build, those of core on the sanitizers as well, the matrix
# of its builds, the command line, the tools, and the pages in a browser.

unit_tests = $(foreach m,$(MODULES),$(TEST_$m:%=build/$(1)/tests/%))
core_tests = $(TEST_core:%=build/$(1)/tests/%)
BATS       := $(sort $(wildcard tests/*/*.bats))
CLI_BATS   := $(filter tests/cli/%,$(BATS))
BROWSER    := $(sort $(wildcard tests/browser/test_*.mjs))
PROVE      := tools/prove-all

TESTS := $(call unit_tests,release) $(call core_tests,asan) $(BATS) $(BROWSER)
NEEDS_PROGRAM = $(if $(BATS)$(BROWSER),build/probatum)
ANTHOLOGY := build/release/bench/anthology build/release/bench/bare

test: $(filter build/%,$(TESTS)) $(NEEDS_PROGRAM) $(ANTHOLOGY) build/core.wasm $(MATRIX_ROWS) ## every test, under prove
	@$(PROVE) $(TESTS)

unit: $(call unit_tests,release) ## the unit tests alone
	@$(PROVE) $^

asan: $(call unit_tests,asan) build/asan/probatum ## unit and command line tests under ASan and UBSan
	@PROBATUM=$(CURDIR)/build/asan/probatum $(PROVE) $(call unit_tests,asan) $(CLI_BATS)

exhaustive: build/release/tests/core/exhaustive ## accuracy of core's exp, log and the like at every float; minutes
	@$<

# Each fuzz/fuzz_NAME.c for FUZZ_SECONDS; what it finds interesting is kept in
# build/corpus and starts the next round, what breaks it is left in build/fuzz.
FUZZERS      := $(patsubst fuzz/%.c,%,$(sort $(wildcard fuzz/fuzz_*.c)))
FUZZ_SECONDS ?= 60

build/fuzz/bin/%: build/fuzz/obj/fuzz/%.o $(call archives,fuzz,$(UPTO_render))
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC_fuzz) -fsanitize=fuzzer,address,undefined -o $@ $^ $(LIBS)

fuzz: $(FUZZERS:%=build/fuzz/bin/%) ## each reader on made-up bytes: make fuzz [FUZZ_SECONDS=60]
	@set -e; for name in $(FUZZERS); do \
	    mkdir -p build/corpus/$$name; \
	    echo "fuzz: $$name for $(FUZZ_SECONDS) s"; \
	    build/fuzz/bin/$$name -max_total_time=$(FUZZ_SECONDS) -verbosity=0 \
	        -print_final_stats=1 -artifact_prefix=build/fuzz/ build/corpus/$$name; \
	done

# `make test-yml`, or `make test-yml VARIANT=asan`: one module while working.
VARIANT ?= release
MODULE_TESTS := $(MODULES:%=test-%)
.PHONY: $(MODULE_TESTS)
$(foreach m,$(MODULES),$(eval test-$m: $(TEST_$m:%=build/$(VARIANT)/tests/%)))
test-%: ## the unit tests of one module: make test-yml [VARIANT=asan]
$(MODULE_TESTS):
	@$(PROVE) $^

# -- Mutants -------------------------------------------------------------------
#
# How much of what goes wrong the checker finds: mistakes of every kind planted
# into records without any. The table is committed, and the site shows it.

MUTANTS := $(patsubst %.c,build/release/obj/%.o,$(sort $(wildcard tests/mutants/*.c)))

build/release/mutants: $(MUTANTS) $(call archives,release,$(UPTO_check))
	$(say) LD $@
	$(Q)$(CC_release) $(CFLAGS_release) -o $@.$$$$ $^ $(LIBS) && mv $@.$$$$ $@

.PHONY: mutants
mutants: build/release/mutants build/release/bench/anthology ## plant mistakes and count which are found, into site/mutants.json
	@tools/mutants site/mutants.json

# -- Lint --------------------------------------------------------------------
#
# Every check is a target of its own and says what it looked at. The slow one,
# clang-tidy, leaves a stamp for each file and looks only at what changed.

C_FILES := $(sort $(wildcard src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] \
    bench/*.[ch] fuzz/*.[ch]))
SCRIPTS := $(sort $(filter-out %.txt,$(wildcard tools/*)) .ci/run)
MANUALS := $(sort $(wildcard man/*.[1-9]))
TIDIED  := $(foreach m,$(MODULES),$(SRC_$m:src/%.c=build/lint/%.tidy))

LINTS := lint-format lint-modules lint-core lint-paths lint-shell lint-man \
    lint-docs lint-clang lint-tidy
.PHONY: $(LINTS)

lint: $(LINTS) ## everything below that can be checked without running a test

lint-format: ## layout, by .clang-format
	@clang-format --dry-run -Werror $(C_FILES)
	@echo 'format: $(words $(C_FILES)) files as clang-format would write them'
	@tools/lint-width $(C_FILES)

lint-modules: ## who includes whom, by tools/modules.txt
	@tools/lint-modules

lint-core: build/release/lib/core.a ## the training core calls no C library
	@tools/lint-core $^

lint-paths: ## no path of one machine, no address of a registry
	@tools/lint-paths

lint-shell: ## shellcheck on tools/ and .ci/run
	@shellcheck -S warning $(SCRIPTS)
	@echo 'shell: $(words $(SCRIPTS)) scripts without a warning'

lint-man: ## mandoc on the manual pages
	@$(if $(MANUALS),mandoc -T lint -W warning $(MANUALS))
	@echo 'man: $(words $(MANUALS)) pages without a warning'

lint-docs: build/probatum ## every command shown to readers exists
	@tools/lint-docs

lint-clang: build/clang/probatum $(call unit_tests,clang) $(FUZZERS:%=build/clang/obj/fuzz/%.o) ## no warning from the second compiler
	@echo 'clang: the program, its unit tests and fuzzers compile without a warning'

lint-tidy: $(TIDIED) ## clang-tidy, by .clang-tidy
	@echo 'tidy: $(words $(TIDIED)) files without a finding'

# The object stands for the source and all headers it includes.
build/lint/%.tidy: build/release/obj/%.o .clang-tidy | compile_commands.json
	$(say) TIDY src/$*.c
	@mkdir -p $(@D)
	$(Q)clang-tidy --quiet -p . src/$*.c >$@.$$$$ 2>&1 || \
	    { cat $@.$$$$; rm $@.$$$$; exit 1; }; mv $@.$$$$ $@

format: ## write every C file as .clang-format wants it
	@clang-format -i $(C_FILES)
	@echo 'format: $(words $(C_FILES)) files'

# For clang-tidy and for editors.
compile_commands.json: FORCE
	@{ echo '['; \
	  tools/compile-commands $(SRC_core) $(SRC_wasm) -- clang $(COMMON) $(CORE_CFLAGS); \
	  tools/compile-commands $(foreach m,$(filter-out core wasm,$(MODULES)),$(SRC_$m)) \
	      -- clang $(COMMON) $(PKG_CFLAGS); \
	  tools/compile-commands $(wildcard tests/*/*.c bench/*.c) \
	      -- clang $(COMMON) -Itests -I. $(PKG_CFLAGS) $(CMOCKA_CFLAGS); \
	} | sed '$$s/,$$//; $$a]' >$@.$$$$ && \
	    if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

# -- Records kept elsewhere ---------------------------------------------------
#
# Not part of `make test`: an anthology lies where its keepers keep it.

.PHONY: corpus
corpus: build/probatum ## read an anthology kept as record/practices.d: make corpus CORPUS=DIR
	@tests/corpus/check build/probatum '$(CORPUS)'

# -- Measuring ---------------------------------------------------------------
#
# bench/bench_NAME.c prints its own table. They run one after another, alone.
# The core is measured beside itself in WebAssembly and beside its peers, in one
# run; `make bench-core BENCH=--quick` is that alone, and short.

BENCH   ?=
BENCHES := $(patsubst bench/%.c,build/release/bench/%,$(sort $(wildcard bench/bench_*.c)))

build/release/bench/%: bench/%.c $(call archives,release,$(UPTO_render)) build/release/flags
	$(say) LD $@
	@mkdir -p $(@D)
	$(Q)$(CC_release) $(COMMON) -I. $(CFLAGS_release) $(PKG_CFLAGS) -o $@ \
	    $(filter %.c %.a,$^) $(LIBS)

build/release/bench/bench_core: bench/peer.c bench/peak.c $(wildcard bench/*.h)
build/release/bench/anthology: $(wildcard bench/corpus*.c bench/corpus*.h)

build/bench/peak.wasm: bench/peak_wasm.c bench/peak.h
	$(say) WASM $@
	@mkdir -p $(@D)
	$(Q)clang $(filter-out -Isrc,$(WASM_CFLAGS)) -I. -O2 -c $< -o $@.o
	$(Q)wasm-ld $(WASM_LDFLAGS) --strip-all -o $@ $@.o

BENCH_CORE = build/release/bench/bench_core $(BENCH) \
    --core 'wasm in node=node bench/peers/core_wasm.mjs build/core.wasm build/bench/peak.wasm' \
    --base 'PyTorch eager=bench/peers/torch eager' \
    --base 'PyTorch foreach=bench/peers/torch foreach'

# Fetched by this target alone, and kept beside their lock file. They are too
# slow for the widest models.
bench/peers/npm/node_modules: bench/peers/npm/package-lock.json
	cd bench/peers/npm && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@

BENCH_PEERS = $(BENCH_CORE) --to 64 \
    --peer 'TensorFlow.js=node bench/peers/npm/tfjs.mjs' \
    --peer 'jax-js=node bench/peers/npm/jaxjs.mjs'

# Peers of the site are taken where they are installed, and left out elsewhere.
BENCH_SITE = build/release/bench/site $(BENCH) \
    $(if $(shell command -v hugo),--peer Hugo 'bench/peers/hugo "$$IN" "$$OUT.peer"') \
    $(if $(shell /usr/bin/python3 -c 'import yaml, markdown' 2>&1),,--peer 'Python reader' 'bench/peers/reader.py "$$IN"')

.PHONY: bench-core bench-peers bench-site bench-live
bench-live: build/probatum $(ANTHOLOGY) ## from a save to the event and the new page in a browser, 1,000 records
	@node bench/live.mjs

bench-site: build/probatum $(ANTHOLOGY) build/release/bench/site ## check, build, bump and history at growing size: [BENCH=--quick|--large]
	@$(BENCH_SITE)

bench: build/probatum $(BENCHES) build/core.wasm build/bench/peak.wasm ## measure, one program after another
	@set -e; \
	for program in $(filter-out %/bench_core,$(BENCHES)); do $$program; done
	@$(BENCH_CORE)

bench-core: build/release/bench/bench_core build/core.wasm build/bench/peak.wasm ## the core beside PyTorch alone: make bench-core [BENCH=--quick]
	@$(BENCH_CORE)

bench-peers: build/release/bench/bench_core build/core.wasm build/bench/peak.wasm bench/peers/npm/node_modules ## and beside what npm has, which is fetched
	@$(BENCH_PEERS)

# -- Installing and handing on -----------------------------------------------

INSTALLED_MANUALS = $(foreach m,$(MANUALS),share/man/man$(subst .,,$(suffix $m))/$(notdir $m))
INSTALLED = bin/probatum $(INSTALLED_MANUALS) \
    share/bash-completion/completions/probatum \
    share/zsh/site-functions/_probatum \
    share/fish/vendor_completions.d/probatum.fish
ROOT = $(DESTDIR)$(PREFIX)

install: build/probatum ## program, manual, completions: make install [PREFIX=…] [DESTDIR=…]
	@set -e; \
	install -D -m 755 build/probatum $(ROOT)/bin/probatum; \
	for page in $(MANUALS); do \
	    install -D -m 644 $$page $(ROOT)/share/man/man$${page##*.}/$${page##*/}; \
	done; \
	umask 022; \
	mkdir -p $(dir $(addprefix $(ROOT)/,$(filter-out bin/% share/man/%,$(INSTALLED)))); \
	build/probatum completion bash >$(ROOT)/share/bash-completion/completions/probatum; \
	build/probatum completion zsh >$(ROOT)/share/zsh/site-functions/_probatum; \
	build/probatum completion fish >$(ROOT)/share/fish/vendor_completions.d/probatum.fish
	@echo 'installed under $(ROOT): $(INSTALLED)'

uninstall: ## take away what install put there
	rm -f $(addprefix $(ROOT)/,$(INSTALLED))

# The same commit gives the same bytes: gzip -n leaves the clock out.
dist: ## build/probatum-VERSION.tar.gz from the last commit
	@mkdir -p build
	git archive --format=tar --prefix=probatum-$(VERSION)/ HEAD | \
	    gzip -n9 >build/probatum-$(VERSION).tar.gz

# -- Cleaning ----------------------------------------------------------------

clean: ## remove what was built; the cache of runs stays
	rm -rf build/gen build/lint build/site build/probatum $(VARIANTS:%=build/%) build/wasm build/core.wasm build/matrix compile_commands.json

distclean: ## remove build/ whole, the cache of runs too
	rm -rf build compile_commands.json
