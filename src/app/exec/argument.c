#include "app/exec/argument.h"

#include "app/exec/evaluate.h"
#include "app/exec/symbolic.h"
#include "app/subject/service_text.h"

enum { MOST_NUMBERS = 1 << 9 /* that an argument is, one after the other */ };

/* ---- numbers ---- */

/* One more way for each of so many numbers is too many. */
static void check_ways(struct machine *machine, const struct c_instruction *instruction) {
    if (machine->symbolic->gone > MOST_NUMBERS)
        machine_fault(machine, "limit", "%s with more than %u numbers, as inputs decide",
                      osek_service_name(instruction->service), MOST_NUMBERS);
}

static void fix(struct machine *machine, const struct c_instruction *instruction, int64_t value) {
    if (!machine->symbolic || !machine->term) return;
    if (!symbolic_is_fixed(machine, value)) check_ways(machine, instruction);
    machine_fix(machine, value);
}

/* All that are not between these two are one. True: it is, and known: by halves, since what is not one of many is a
 * long question. */
static bool fix_between(struct machine *machine, const struct c_instruction *instruction, const struct c_type *type,
                        int64_t value, uint64_t low, uint64_t high) {
    if (!machine->symbolic || !machine->term) return (uint64_t)value >= low && (uint64_t)value <= high;
    size_t before = machine->symbolic->path.count;
    if (symbolic_is_fixed(machine, value)) {
        machine->term = 0;
        return (uint64_t)value >= low && (uint64_t)value <= high;
    }
    bool within = symbolic_is_between(machine, type, (int64_t)low, (int64_t)high);
    while (within && low < high) {
        uint64_t middle = low + (high - low) / 2;
        check_ways(machine, instruction);
        if (symbolic_is_between(machine, type, INT64_MIN, (int64_t)middle))
            high = middle;
        else
            low = middle + 1;
    }
    if (within) symbolic_conclude(machine, value, before);
    machine->term = 0;
    return within;
}

uint64_t argument_object(struct machine *machine, const struct c_expression *value, uint64_t count) {
    int64_t number = evaluate(machine, value);
    if (!machine->symbolic || !machine->term) return (uint64_t)number;
    machine_fix_between(machine, value->type, number, 0, (int64_t)count - 1);
    return (uint64_t)number < count ? (uint64_t)number : count;
}

/* Bits that are nobody's do nothing, but are wrong: any of them stands for all. */
static bool has_others(struct machine *machine, uint64_t value, uint64_t others) {
    if (!machine->term) return value & others;
    struct terms *terms = &machine->symbolic->terms;
    unsigned width = term_width(terms, machine->term);
    uint32_t rest = term_binary(terms, TERM_AND, machine->term, term_constant(terms, width, others));
    return !symbolic_decide(machine->symbolic, term_binary(terms, TERM_EQUAL, rest, term_constant(terms, width, 0)));
}

static uint64_t take_events(struct machine *machine, const struct c_instruction *instruction, int64_t value) {
    uint64_t bits = machine->executor->noticed.event_bits, others = ~bits;
    if (!machine->symbolic) return (uint64_t)value;
    bool is_judged = machine->subject->enabled[APP_CHECK_EVENT] && service_gives_events(instruction->service) && others;
    uint64_t other = is_judged && has_others(machine, (uint64_t)value, others) ? others & -others : 0;
    if (machine->term) {
        struct terms *terms = &machine->symbolic->terms;
        uint32_t known = term_constant(terms, term_width(terms, machine->term), bits);
        machine->term = term_binary(terms, TERM_AND, machine->term, known);
        if (term_is_constant(terms, machine->term, NULL)) machine->term = 0;
    }
    value &= (int64_t)bits; /* of those that are known, too: what is waited for and what is set is the same */
    fix(machine, instruction, value);
    return (uint64_t)value | other;
}

/* ---- times ---- */

/* Its increment, or start: refused as one if it is too large; where the alarm is set already it is refused anyway, but
 * for an increment of zero with other words. */
static uint64_t take_start(struct machine *machine, const struct c_instruction *instruction, const struct c_type *type,
                           int64_t value, uint64_t max, bool is_set) {
    if (is_set && symbolic_is_between(machine, type, 1, (int64_t)max)) {
        machine->term = 0;
        return 1;
    }
    return fix_between(machine, instruction, type, value, 0, max) ? (uint64_t)value : max + 1;
}

static uint64_t take_cycle(struct machine *machine, const struct c_instruction *instruction, const struct c_type *type,
                           int64_t value, const struct osek_counter *counter, bool is_set) {
    bool is_short = counter->min_cycle > 1 && symbolic_is_between(machine, type, 1, (int64_t)counter->min_cycle - 1);
    bool is_good = !is_short && is_set && symbolic_is_between(machine, type, 0, counter->max);
    if (is_short || is_good) {
        machine->term = 0;
        return is_good ? 0 : (uint64_t)counter->max + 1;
    }
    return fix_between(machine, instruction, type, value, 0, counter->max) ? (uint64_t)value
                                                                           : (uint64_t)counter->max + 1;
}

/* What has a term here: SetRelAlarm, SetAbsAlarm. */
static uint64_t take_time(struct machine *machine, const struct c_instruction *instruction, uint32_t index,
                          int64_t value, const struct osek_call *call) {
    const struct osek_config *config = machine->subject->config;
    const struct c_type *type = instruction->arguments[index]->type;
    uint64_t alarm = call->arguments[0];
    if (alarm >= config->alarm_count) { /* it is refused for that */
        machine->term = 0;
        return 1;
    }
    const struct osek_counter *counter = &config->counters[config->alarms[alarm].counter];
    if (index == 2 && call->arguments[1] > counter->max) { /* ... or for that */
        machine->term = 0;
        return 0;
    }
    bool is_set = osek_alarm_is_set(config, machine->kernel, (uint32_t)alarm, NULL, NULL);
    return index == 1 ? take_start(machine, instruction, type, value, counter->max, is_set)
                      : take_cycle(machine, instruction, type, value, counter, is_set);
}

/* The error that ends all is told to ShutdownHook, in a byte. */
static uint64_t take_end(struct machine *machine, const struct c_instruction *instruction, int64_t value) {
    if (machine->subject->config->shutdown_hook) {
        machine->term = term_extract(&machine->symbolic->terms, machine->term, 0, 8);
        if (term_is_constant(&machine->symbolic->terms, machine->term, NULL)) machine->term = 0;
        fix(machine, instruction, value & 0xff);
    }
    machine->term = 0;
    return machine->subject->config->shutdown_hook ? (uint64_t)value & 0xff : 0;
}

static uint64_t take_number(struct machine *machine, const struct c_instruction *instruction, uint32_t index,
                            int64_t value, const struct osek_call *call) {
    const struct osek_config *config = machine->subject->config;
    bool by_formulas = machine->executor->sees_services; /* they may ask for any number */
    if (!machine->symbolic || !machine->term) return (uint64_t)value;
    if (!by_formulas && (call->service == OSEK_SetRelAlarm || call->service == OSEK_SetAbsAlarm))
        return take_time(machine, instruction, index, value, call);
    if (!by_formulas && call->service == OSEK_ShutdownOS) return take_end(machine, instruction, value);
    if (!by_formulas && call->service == OSEK_GetElapsedValue && call->arguments[0] < config->counter_count) {
        uint64_t max = config->counters[call->arguments[0]].max;
        return fix_between(machine, instruction, instruction->arguments[index]->type, value, 0, max) ? (uint64_t)value
                                                                                                     : max + 1;
    }
    fix(machine, instruction, value);
    return (uint64_t)value;
}

/* ---- all of them ---- */

static uint64_t take(struct machine *machine, const struct c_instruction *instruction, uint32_t index,
                     const struct osek_call *call) {
    const struct c_expression *value = instruction->arguments[index];
    enum service_argument kind = service_argument(call->service, index);
    uint64_t count;
    if (machine->executor->noticed.parameters || value->type->kind != C_INTEGER) {
        int64_t number = evaluate(machine, value);
        fix(machine, instruction, number);
        return (uint64_t)number;
    }
    if (kind == SERVICE_EVENTS) return take_events(machine, instruction, evaluate(machine, value));
    if (service_objects(machine->subject, kind, &count)) return argument_object(machine, value, count);
    return take_number(machine, instruction, index, evaluate(machine, value), call);
}

void arguments_take(struct machine *machine, const struct c_instruction *instruction, struct osek_call *call) {
    for (uint32_t i = 0; i < instruction->argument_count && i < 3; i++)
        call->arguments[i] = take(machine, instruction, i, call);
}
