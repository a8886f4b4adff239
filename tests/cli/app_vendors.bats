#!/usr/bin/env bats
# rtcheck app: what vendors' kernels are, and what their hardware calls.

load helpers

setup() { cd "$BATS_TEST_TMPDIR"; }

# configured OS TASK MORE: a configuration with these attributes, and with further objects.
configured() {
    printf 'CPU c { OS os { STATUS = EXTENDED; %s }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; %s }; %s };\n' "$1" "$2" "$3" >one.oil
}

application() { printf '#include "os.h"\n#include <assert.h>\n%s\n' "$1" >one.c; }

# refused OS TASK WORDS: such a configuration is an error.
refused() {
    configured "$1" "$2"
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "$3"
}

# taken OS TASK [WORDS]: it holds, with these words.
taken() {
    configured "$1" "$2"
    rtcheck app one.oil one.c
    expect_status 0
    if [ -n "${3:-}" ]; then expect_output "$3"; else expect_no_output "assuming"; fi
}

@test "another scheduler than that of fixed priorities is refused" {
    application 'TASK(t1) { TerminateTask(); }'
    for kernel in EDF HR FRSH CBS IRR SRPT RN; do
        refused "KERNEL_TYPE = $kernel { TICK_TIME = \"10ns\"; };" 'REL_DEADLINE = "1ms";' \
            "one.oil:1:50: error: KERNEL_TYPE = $kernel asks for another scheduler than that of fixed priorities"
    done
    refused 'EE_OPT = "DEBUG"; EE_OPT = "__EDF__";' '' 'EE_OPT = __EDF__ asks for another scheduler'
    refused 'SCHEDULER = edf;' '' 'SCHEDULER = edf asks for another scheduler'
    refused '' 'DISPATCH_PRIORITY = 2;' "task 't1' has another priority once it runs (DISPATCH_PRIORITY)"
    for kernel in FP BCC1 BCC2 ECC1 ECC2 SC1 'OSEK { CLASS = BCC1; }'; do taken "KERNEL_TYPE = $kernel;" 'REL_DEADLINE = "1ms";'; done
    taken 'SCHEDULER = osek;' 'DISPATCH_PRIORITY = 1;'
}

@test "several cores are refused; what matters only to several changes nothing on one" {
    application 'TASK(t1) { TerminateTask(); }'
    refused 'MASTER_CPU = "a"; CPU_DATA = TRICORE { ID = "a"; }; CPU_DATA = TRICORE { ID = "b"; };' 'CPU_ID = "a";' 'there are several cores, and only one can be modelled'
    refused 'NUMBER_OF_CORES = 2;' '' 'there are several cores, and only one can be modelled'
    taken 'MASTER_CPU = "a"; STARTUPSYNC = TRUE; USEREMOTETASK = ALWAYS; NUMBER_OF_CORES = 1; CPU_DATA = TRICORE { ID = "a"; };' 'CPU_ID = "a";'
    configured '' 'CPU_NUMBER = 0;' 'TASK t2 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; CPU_NUMBER = 1; };'
    rtcheck app one.oil one.c
    expect_status 2
    expect_error "'t1' and 't2' run on different cores"
}

@test "stacks and protection of a vendor's kernel are told where they could matter" {
    application 'TASK(t1) { TerminateTask(); }'
    taken 'CPU_DATA = CORTEX_MX { MULTI_STACK = TRUE { IRQ_STACK = FALSE; }; };' 'STACK = SHARED;'
    taken 'KERNEL_TYPE = SC4;' '' 'assuming that protection (KERNEL_TYPE = SC4) never has to act'
    taken 'MEMMAP = TRUE { MEMORY_PROTECTION = TRUE; };' '' 'assuming that protection (MEMORY_PROTECTION = TRUE) never has to act'
    taken 'MEMMAP = TRUE { MEMORY_PROTECTION = FALSE; };' ''
    application 'TASK(t1) { SetEvent(t1, e); WaitEvent(e); TerminateTask(); }'
    configured 'KERNEL_TYPE = ECC1;' 'STACK = SHARED; EVENT = e;' 'EVENT e { MASK = AUTO; };'
    rtcheck app one.oil one.c
    expect_status 0
    expect_output 'assuming that extended tasks with STACK = SHARED (t1) have a stack of their own'
    configured 'KERNEL_TYPE = ECC1;' 'STACK = PRIVATE { SYS_SIZE = 64; }; EVENT = e;' 'EVENT e { MASK = AUTO; };'
    rtcheck app one.oil one.c
    expect_no_output 'assuming'
}

@test "ERIKA's interrupt routines of category 2 nest only where NESTED_IRQ says so" {
    application 'int depth; ISR(low) { depth++; depth--; } ISR(high) { depth++; depth--; } TASK(t1) { TerminateTask(); }'
    routines='ISR low { CATEGORY = 2; PRIORITY = 1; }; ISR high { CATEGORY = 2; PRIORITY = 2; };'
    nested() { configured "$1" '' "$routines" && rtcheck app one.oil one.c && expect_status "$2"; }
    nested 'KERNEL_TYPE = FP { NESTED_IRQ = FALSE; };' 0
    expect_no_output 'assuming'
    nested 'KERNEL_TYPE = FP;' 0
    expect_output 'assuming that interrupt routines of category 2 do not interrupt each other (KERNEL_TYPE without NESTED_IRQ)'
    nested 'KERNEL_TYPE = BCC1;' 0
    for os in 'KERNEL_TYPE = FP { NESTED_IRQ = TRUE; };' 'KERNEL_TYPE = FP; EE_OPT = "__ALLOW_NESTED_IRQ__";' 'KERNEL_TYPE = OSEK { CLASS = BCC1; };' ''; do
        nested "$os" 1
        expect_output "'depth' is read and written by ISR high"
    done
    routines='ISR low { CATEGORY = 2; }; ISR high { CATEGORY = 2; };'
    nested 'KERNEL_TYPE = FP { NESTED_IRQ = FALSE; };' 0
    expect_no_output 'assuming'
    routines='ISR low { CATEGORY = 2; PRIORITY = 1; }; ISR high { CATEGORY = 1; PRIORITY = 2; };'
    nested 'KERNEL_TYPE = FP { NESTED_IRQ = FALSE; };' 1
    expect_output "'depth' is read and written by ISR high"
}

@test "routines that do not nest still interrupt a task above the ceiling that it has" {
    application 'int n; ISR(low) { GetResource(r); ReleaseResource(r); } ISR(high) { n++; } TASK(t1) { GetResource(r); n++; ReleaseResource(r); TerminateTask(); }'
    configured 'KERNEL_TYPE = FP { NESTED_IRQ = FALSE; };' 'RESOURCE = r;' 'RESOURCE r { RESOURCEPROPERTY = STANDARD; }; ISR low { CATEGORY = 2; PRIORITY = 1; RESOURCE = r; }; ISR high { CATEGORY = 2; PRIORITY = 2; };'
    rtcheck app one.oil one.c
    expect_status 1
    expect_output "'n' is read and written by ISR high"
}
