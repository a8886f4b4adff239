#include "cfront/hidden/processor_mask.h"

#include "base/word.h"
#include "cfront/hidden/source_mask.h"

#include <ctype.h>
#include <string.h>

static const char *const masking[] = {"__disable_irq",
                                      "__disable_fault_irq",
                                      "__disable_interrupt",
                                      "__disable_interrupts",
                                      "_disable_interrupt",
                                      "_disable_interrupts",
                                      "noInterrupts",
                                      "cli",
                                      "__builtin_avr_cli",
                                      "_DINT",
                                      "__dint",
                                      "__builtin_disable_interrupts",
                                      "IntMasterDisable",
                                      "EE_hal_disableIRQ",
                                      "EE_hal_suspendIRQ",
                                      "EE_irq_disable",
                                      "EE_hal_begin_nested_primitive",
                                      NULL};
static const char *const unmasking[] = {"__enable_irq",
                                        "__enable_fault_irq",
                                        "__enable_interrupt",
                                        "__enable_interrupts",
                                        "_enable_interrupt",
                                        "_enable_interrupts",
                                        "interrupts",
                                        "sei",
                                        "__builtin_avr_sei",
                                        "_EINT",
                                        "__eint",
                                        "EI",
                                        "_EI",
                                        "__EI",
                                        "__ei",
                                        "__builtin_enable_interrupts",
                                        "IntMasterEnable",
                                        "EE_hal_enableIRQ",
                                        "EE_irq_enable",
                                        NULL};
/* What functions are called that put things back as they were. */
static const char *const suspicious[] = {"enable",    "restore",
                                         "unlock",    "unmask",
                                         "leave",     "exit",
                                         "resume",    "irq",
                                         "primask",   "basepri",
                                         "interrupt", "eint",
                                         "bis_sr", /* of MSP430: bits of the status register */
                                         "bic_sr",    "end_nested_primitive",
                                         NULL};

static bool is_for(const struct front *front, const char *machine) {
    const char *target = front->program->target;
    return target && !front->has_no_target && begins_with(target, machine);
}

static bool calls_one_of(const struct front *front, const char *const *names) {
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        const struct symbol *symbol = front->symbol_list.items[i];
        if (symbol->is_function && !symbol->has_definition && symbol->used && is_one_of(symbol->name, names))
            return true;
    }
    return false;
}

static bool may_be_masked(const struct front *front) { return calls_one_of(front, masking) || front->has_assembly; }

/* Compilers know these instructions, and move accesses over them. */
static void emit(struct lower *lower, enum osek_service service, struct place place) {
    struct c_instruction *instruction = lower_emit(lower, C_SERVICE, place);
    instruction->service = service;
    instruction->text = osek_service_name(service);
}

static void mask(struct lower *lower, const char *name, struct place place) {
    static const char form[] =
        "`%s` keeps interrupts out until they are enabled again, a service is called, or the code ends";
    emit(lower, OSEK_ProcessorMasks, place);
    front_assume_once(lower->front, arena_printf(lower->front->arena, form, name));
}

void processor_mask_lose(struct lower *lower, struct place place) {
    if (may_be_masked(lower->front)) emit(lower, OSEK_ProcessorForgets, place);
}

static const char *const sections[] = {"SuspendAllInterrupts", "SuspendOSInterrupts", "DisableAllInterrupts", NULL};

bool processor_mask_has_sections(const struct front *front) {
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        const struct symbol *symbol = front->symbol_list.items[i];
        if (symbol->is_function && symbol->used && is_one_of(symbol->name, sections)) return true;
    }
    return false;
}

/* Kernels mask by the same bit of the processor, or by another one. */
static void tell_of_sections(struct front *front, const char *name, bool opens) {
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        const struct symbol *symbol = front->symbol_list.items[i];
        if (symbol->is_function && symbol->used && is_one_of(symbol->name, sections))
            front_assume_once(front, arena_printf(front->arena, "`%s` lets %s come that `%s` keeps out%s", name,
                                                  opens ? "interrupts" : "no interrupt", symbol->name,
                                                  opens ? ", until that section ends" : ""));
    }
}

/* It may put back what was, or let interrupts come. */
static void doubt(struct lower *lower, const char *name, struct place place) {
    static const char *const masks[] = {"irq", "interrupt", "primask", "basepri", "eint", "bis_sr", NULL};
    processor_mask_lose(lower, place);
    if (contains_one_of(name, masks)) tell_of_sections(lower->front, name, false);
}

/* ARM's masks are no memory; AVR's has an address. */
void processor_mask_write(struct lower *lower, const char *name, struct place place) {
    bool is_mask = strstr(name, "SREG") || (is_for(lower->front, "avr") && strstr(name, "0x5f"));
    if (front_is_arm(lower->front)) return;
    processor_mask_lose(lower, place);
    if (is_mask) tell_of_sections(lower->front, "SREG", false);
}

static bool have_resources(const struct osek_config *config) {
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (config->isrs[i].resources) return true;
    return false;
}

/* ... which some do at the ceiling of a resource, too, and in their hooks. */
static void tell_of_kernel(struct front *front, const char *name, enum c_role role) {
    static const char *const taking[] = {"GetResource", NULL};
    static const char form[] = "`%s` lets no interrupt come that the kernel keeps out %s";
    if (have_resources(front->names->config) && calls_one_of(front, taking))
        front_assume_once(front, arena_printf(front->arena, form, name, "by a resource"));
    if (role != C_TASK && role != C_ISR && role != C_ORDINARY)
        front_assume_once(front,
                          arena_printf(front->arena, form, name, "in hooks and callbacks, and before StartOS is done"));
}

static void unmask(struct lower *lower, const char *name, struct place place) {
    struct front *front = lower->front;
    if (may_be_masked(front) || calls_one_of(front, sections)) emit(lower, OSEK_ProcessorUnmasks, place);
    tell_of_sections(front, name, true);
    tell_of_kernel(front, name, lower->function->role);
}

void processor_mask_end(struct lower *lower, const char *name, struct place place) {
    unmask(lower, name, place);
    lower_barrier(lower, place);
}

bool processor_mask_masks(const char *function) { return is_one_of(function, masking); }

bool processor_mask_knows(const char *function) {
    return is_one_of(function, masking) || is_one_of(function, unmasking);
}

void processor_mask_missing(struct lower *lower, const struct symbol *symbol, struct place place) {
    if (source_mask_knows(symbol->name)) return;
    if (is_one_of(symbol->name, unmasking))
        unmask(lower, symbol->name, place);
    else if (contains_one_of(symbol->name, suspicious))
        doubt(lower, symbol->name, place);
}

bool processor_mask_call(struct lower *lower, const struct symbol *symbol, unsigned arguments, struct place place) {
    bool masks = !arguments && is_one_of(symbol->name, masking);
    bool unmasks = !arguments && is_one_of(symbol->name, unmasking);
    if (masks)
        mask(lower, symbol->name, place);
    else if (arguments && is_one_of(symbol->name, unmasking))
        doubt(lower, symbol->name, place);
    else
        processor_mask_missing(lower, symbol, place);
    if (masks || unmasks) lower_barrier(lower, place); /* no compiler sees what is called */
    return masks || unmasks;
}

/* ---- instructions ---- */

enum effect { EFFECT_NONE, EFFECT_MASKS, EFFECT_UNMASKS, EFFECT_UNKNOWN };

static enum effect effect_of(const struct front *front, const char *instruction) {
    static const struct {
        const char *text, *machine; /* NULL: no other machine has it */
        enum effect effect;
    } known[] = {{"", NULL, EFFECT_NONE},           {"nop", NULL, EFFECT_NONE},
                 {"dsb", NULL, EFFECT_NONE},        {"dsb sy", NULL, EFFECT_NONE},
                 {"isb", NULL, EFFECT_NONE},        {"isb sy", NULL, EFFECT_NONE},
                 {"dmb", NULL, EFFECT_NONE},        {"dmb sy", NULL, EFFECT_NONE},
                 {"wfi", NULL, EFFECT_NONE},        {"wfe", NULL, EFFECT_NONE},
                 {"mfence", NULL, EFFECT_NONE},     {"pause", NULL, EFFECT_NONE},
                 {"cpsid i", NULL, EFFECT_MASKS},   {"cpsid if", NULL, EFFECT_MASKS},
                 {"cpsie i", NULL, EFFECT_UNMASKS}, {"cpsie if", NULL, EFFECT_UNMASKS},
                 {"dint", "msp430", EFFECT_MASKS},  {"eint", "msp430", EFFECT_UNMASKS},
                 {"cli", "avr", EFFECT_MASKS},      {"sei", "avr", EFFECT_UNMASKS},
                 {"sleep", "avr", EFFECT_NONE}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(instruction, known[i].text) && (!known[i].machine || is_for(front, known[i].machine)))
            return known[i].effect;
    return EFFECT_UNKNOWN;
}

/* "  cpsid   i " is "cpsid i" */
static void trim(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    if (to > text && to[-1] == ' ') to--;
    *to = '\0';
}

/* One by one: between two of them an interrupt may come. False: what one of them does is not known. */
static bool run_all(struct lower *lower, char *instructions, bool emits, struct place place) {
    struct front *front = lower->front;
    char *rest = arena_text(front->scratch, instructions);
    for (char *instruction; (instruction = strsep(&rest, ";"));) {
        trim(instruction);
        enum effect effect = effect_of(front, instruction);
        if (effect == EFFECT_UNKNOWN) return false;
        if (emits && effect == EFFECT_MASKS) mask(lower, "asm", place);
        if (emits && effect == EFFECT_UNMASKS) unmask(lower, "asm", place);
    }
    return true;
}

bool processor_mask_asm(struct lower *lower, const struct assembly *assembly, struct place place) {
    if (!assembly->instructions || assembly->has_results) return false;
    return run_all(lower, assembly->instructions, false, place) && run_all(lower, assembly->instructions, true, place);
}
