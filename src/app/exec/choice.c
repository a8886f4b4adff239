#include "app/exec/choice.h"

#include "app/analysis/steady.h"
#include "app/exec/memory.h"
#include "app/exec/notes.h"
#include "app/exec/symbolic.h"

static number number_of(const struct c_type *type, int64_t value) {
    return type->is_signed ? (number)value : (number)(uint64_t)value;
}

static int64_t read_constant(void *context, const struct c_object *constant) {
    struct cell cell;
    memory_object(context, constant, &cell);
    return memory_decode(constant->type, NULL, cell.bytes);
}

static number steady_number(void *context, const struct c_expression *steady) {
    return number_of(steady->type, steady_value(steady, read_constant, context));
}

/* One of each class, with constants of missing headers as they are in this run. */
static void pick_by_constants(struct machine *machine, const struct look *look, const struct c_type *type, number low,
                              number high) {
    struct look settled = look_settled(look, type->size * 8, steady_number, machine);
    machine->numbers_look = NULL, machine->numbers_low = 1, machine->numbers_high = 0;
    machine->numbers_count = look_pick(&settled, low, high, machine->numbers);
}

/* One of each class; they stay until another choice is made. */
static void pick(struct machine *machine, const struct look *look, const struct c_type *type, number low, number high) {
    if (!machine->numbers) machine->numbers = memory_new(LOOK_MOST_VALUES * sizeof *machine->numbers);
    if (look && look->relative_count) {
        pick_by_constants(machine, look, type, low, high);
        return;
    }
    machine->numbers_look = look;
    machine->numbers_low = low, machine->numbers_high = high;
    machine->numbers_count = look ? look_pick(look, low, high, machine->numbers) : 0;
}

static void mark_sampled(struct machine *machine) {
    machine->samples++;
    executor_note(&machine->executor->sampled[machine_instruction_number(machine)], 1);
}

/* Those of executor->only_inputs that lie in between. */
static uint32_t list_values(struct machine *machine, const struct c_type *type, number low, number high) {
    const struct executor *executor = machine->executor;
    uint32_t count = 0;
    if (!machine->numbers) machine->numbers = memory_new(LOOK_MOST_VALUES * sizeof *machine->numbers);
    machine->numbers_low = 1, machine->numbers_high = 0; /* they are not one of each class */
    for (size_t i = 0; i < executor->only_input_count && count < LOOK_MOST_VALUES; i++) {
        number value = number_of(type, memory_reduce(type, (uint64_t)executor->only_inputs[i]));
        if (value >= low && value <= high) machine->numbers[count++] = value;
    }
    return count;
}

/* Ends, zero and cuts, thinned out evenly where they are many. */
static uint32_t find_few(struct machine *machine, const struct look *look, const struct c_type *type, number low,
                         number high) {
    struct look settled = {0};
    uint32_t few = machine->executor->few_inputs;
    if (!machine->numbers) machine->numbers = memory_new(LOOK_MOST_VALUES * sizeof *machine->numbers);
    machine->numbers_low = 1, machine->numbers_high = 0; /* they are not one of each class */
    if (look) settled = look_settled(look, type->size * 8, steady_number, machine);
    uint32_t count = look_sample(&settled, low, high, machine->numbers);
    for (uint32_t i = 0; count > few && i < few; i++)
        machine->numbers[i] = machine->numbers[(uint64_t)i * (count - 1) / (few - 1)];
    return count < few ? count : few;
}

/* Values in machine->numbers; 0: all of them, one after the other, which are *all. */
static uint32_t find_values(struct machine *machine, const struct look *look, const struct c_type *type, int64_t low,
                            int64_t high, number *all) {
    number first = number_of(type, low), last = number_of(type, high);
    *all = last - first + 1;
    if (*all == 1 || (machine->subject->no_reduction && *all <= MOST_VALUES)) return 0;
    uint32_t listed = machine->executor->only_inputs ? list_values(machine, type, first, last) : 0;
    if (listed) return listed;
    if (!machine->numbers || machine->numbers_look != look || machine->numbers_low != first ||
        machine->numbers_high != last)
        pick(machine, look, type, first, last);
    bool has_classes = machine->numbers_count && machine->numbers_count < *all;
    uint32_t few = machine->executor->few_inputs;
    if (few && (has_classes ? machine->numbers_count : *all) > few) return find_few(machine, look, type, first, last);
    if (has_classes) return machine->numbers_count;
    if (*all <= MOST_VALUES) return 0;
    mark_sampled(machine);
    machine->numbers_low = 1, machine->numbers_high = 0; /* what is there now is not one of each class */
    struct look settled = {0};
    if (look) settled = look_settled(look, type->size * 8, steady_number, machine);
    return look_sample(&settled, first, last, machine->numbers);
}

/* None in particular: a solver knows what it can be. */
static int64_t choice_any(struct machine *machine, const struct c_type *type, int64_t low, int64_t high) {
    uint64_t value;
    machine->term = symbolic_input(machine->symbolic, type, type->size * 8, low, high, &value);
    return memory_reduce(type, value);
}

static bool is_between(const struct c_type *type, int64_t value, int64_t low, int64_t high) {
    return number_of(type, value) >= number_of(type, low) && number_of(type, value) <= number_of(type, high);
}

static int64_t choice_by_script(struct script *script, const struct c_type *type, int64_t low, int64_t high) {
    int64_t value = memory_reduce(type, (uint64_t)script_next(script));
    if (!is_between(type, value, low, high)) value = low;
    if (script->taken) vec_push(&script->taken->list, value);
    return value;
}

static int64_t choice_by_number(struct machine *machine, const struct look *look, const struct c_type *type,
                                int64_t low, int64_t high, bool one_of_many) {
    number all;
    uint32_t count = find_values(machine, look, type, low, high, &all);
    uint64_t ways = count ? count : (uint64_t)all;
    if (ways > 1 && one_of_many) mark_sampled(machine);
    if (ways > 1 && !one_of_many) machine_set_choices(machine, ways);
    uint64_t which = ways > 1 && !one_of_many ? machine->choice : 0;
    return count ? (int64_t)machine->numbers[which] : (int64_t)((uint64_t)low + which);
}

int64_t choice_take(struct machine *machine, const struct look *look, const struct c_type *type, int64_t low,
                    int64_t high, bool one_of_many) {
    machine->term = 0;
    if (machine->symbolic && low != high) return choice_any(machine, type, low, high);
    if (machine->script && low != high) return choice_by_script(machine->script, type, low, high);
    int64_t value = choice_by_number(machine, look, type, low, high, one_of_many);
    if (machine->chosen && low != high) vec_push(&machine->chosen->list, value);
    return value;
}

bool choice_is_none(struct machine *machine, const struct look *look, const struct c_type *type, int64_t low,
                    int64_t high, bool one_of_many) {
    number all;
    bool is_said = machine->script || machine->executor->only_inputs; /* the value, by somebody: it is told */
    if (machine->symbolic || is_said || machine->chosen) return low == high;
    uint32_t count = find_values(machine, look, type, low, high, &all);
    return one_of_many || (count ? count : all) == 1;
}

/* Of these, and of the bounds themselves, what lies between the bounds. */
static uint32_t pick_reals(long double low, long double high, long double *picked) {
    const long double values[] = {0, 1, -1, 0.5L, 1000, -1000, 1e30L, -1e30L, low, high, low + (high - low) / 2};
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        bool is_new = values[i] >= low && values[i] <= high && values[i] - values[i] == 0;
        for (uint32_t p = 0; is_new && p < count; p++) is_new = picked[p] != values[i];
        if (is_new) picked[count++] = values[i];
    }
    return count;
}

long double choice_take_real(struct machine *machine, const struct look *look, long double low, long double high,
                             bool one_of_many) {
    long double values[16];
    uint32_t count = pick_reals(low, high, values);
    if (look_is_empty(look) || count < 2) return count ? values[0] : low;
    mark_sampled(machine);
    if (one_of_many) return values[0];
    machine_set_choices(machine, count);
    return values[machine->choice];
}
