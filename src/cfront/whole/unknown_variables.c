/* Constants and registers are called in capitals. A constant that is read once is any number anyway. */
#include "cfront/whole/unknown_variables.h"

#include "base/word.h"
#include "cfront/ir/walk.h"
#include "cfront/missing/invented.h"
#include "cfront/whole/unknown_constants.h"

#include <ctype.h>

struct finding {
    struct front *front;
    unsigned *runs;  /* by number of the function: once, or several times */
    unsigned *reads; /* by number of the object */
    unsigned now;    /* so often runs what is looked at */
    name_list names;
};

static bool is_in_capitals(const char *name) { return !has_small_letters(name, strlen(name)); }

/* ---- constants ---- */

/* `hwIO_READ`: a vendor's prefix, and a constant's name. */
static bool is_behind_prefix(const char *name) {
    const char *bar = strchr(name, '_');
    return bar && bar - name > 1 && bar[1] && is_in_capitals(bar);
}

/* In a loop. */
static bool is_run_again(const struct c_function *function, uint32_t at) {
    for (uint32_t i = at; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        if (code->is_back_edge && (code->then <= at || (code->kind == C_BRANCH && code->otherwise <= at))) return true;
    }
    return false;
}

static bool calls(const struct c_instruction *code, const struct c_function *function) {
    if (code->kind != C_CALL) return false;
    return code->callee ? code->callee == function : function->is_taken;
}

static unsigned calls_of(const struct finding *finding, const struct c_function *function) {
    unsigned count = 0;
    for (size_t f = 0; f < finding->front->functions.count; f++) {
        const struct c_function *caller = finding->front->functions.items[f];
        for (uint32_t i = 0; i < caller->code_count; i++)
            if (calls(&caller->code[i], function)) count += is_run_again(caller, i) ? 2 : finding->runs[f];
    }
    return count;
}

/* What is called twice, in a loop, or by such a one, reads twice what it reads. */
static void count_runs(struct finding *finding) {
    size_t count = finding->front->functions.count;
    for (size_t f = 0; f < count; f++) finding->runs[f] = 1;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (size_t f = 0; f < count; f++) {
            if (finding->runs[f] > 1 || calls_of(finding, finding->front->functions.items[f]) < 2) continue;
            finding->runs[f] = 2;
            goes_on = true;
        }
    }
}

static void count_read(void *context, const struct c_expression *e) {
    const struct finding *finding = context;
    const struct c_object *constant = e->kind == C_LOAD ? unknown_constants_read(finding->front, e) : NULL;
    if (constant) finding->reads[constant->index] += finding->now;
}

static void count_reads(struct finding *finding) {
    for (size_t f = 0; f < finding->front->functions.count; f++) {
        const struct c_function *function = finding->front->functions.items[f];
        for (uint32_t i = 0; i < function->code_count; i++) {
            finding->now = is_run_again(function, i) ? 2 : finding->runs[f];
            walk_instruction(&function->code[i], count_read, finding);
        }
    }
}

static bool has_constants(const struct front *front) {
    for (size_t i = 0; i < front->globals.count; i++)
        if (front->globals.items[i]->is_of_header) return true;
    return false;
}

/* A name with a small letter that is only read; one that is read again may be another number by then. */
static void find_constants(struct finding *finding) {
    const struct front *front = finding->front;
    if (!has_constants(front)) return;
    finding->runs = arena_new_array(front->scratch, unsigned, front->functions.count + 1);
    finding->reads = arena_new_array(front->scratch, unsigned, front->globals.count + 1);
    count_runs(finding);
    count_reads(finding);
    for (size_t i = 0; i < front->globals.count; i++) {
        const struct c_object *global = front->globals.items[i];
        bool is_known = global->has_range && global->low == global->high; /* true */
        bool is_read_again = global->is_of_header && !is_known && finding->reads[i] > 1;
        if (is_read_again && !is_in_capitals(global->name) && !is_behind_prefix(global->name))
            vec_push(&finding->names, global->name);
    }
}

/* ---- registers ---- */

static bool ends_so(const char *name, const char *end) {
    size_t length = strlen(name), behind = strlen(end);
    return length >= behind && !strcmp(name + length - behind, end);
}

/* `LATBbits`, `GpioDataRegs` */
static bool is_called_as_registers_are(const char *name) {
    static const char bits[] = "bits";
    bool are_bits = ends_so(name, bits) && !has_small_letters(name, strlen(name) - strlen(bits));
    return are_bits || ends_so(name, "Regs") || is_in_capitals(name);
}

/* What is counted up, or down, is a variable in capitals, too, perhaps. */
static bool may_be_variable(const struct invention *invention) {
    const struct invented_type *type = invention->type;
    bool is_place = invention->kind == INVENTED_HARDWARE && invented_is_lacked(invention) && !invention->result &&
                    !invention->is_called && !invention->pointer && !invention->file;
    bool is_plain = type->shape == SHAPE_NUMBER || type->shape == SHAPE_RECORD;
    bool is_other = type->is_stepped || !is_called_as_registers_are(invention->name);
    return is_place && is_plain && is_other && !invented_is_variable(invention);
}

static void find_registers(struct finding *finding) {
    const struct invented *invented = &finding->front->invented;
    for (size_t i = 0; i < invented->list.count; i++)
        if (may_be_variable(invented->list.items[i])) vec_push(&finding->names, invented->list.items[i]->name);
}

/* ---- both ---- */

void unknown_variables_find(struct front *front) {
    struct finding finding = {.front = front};
    find_constants(&finding);
    front->program->variable_constants = (uint32_t)finding.names.count;
    find_registers(&finding);
    const char **names = arena_new_array(front->arena, const char *, finding.names.count + 1);
    for (size_t i = 0; i < finding.names.count; i++) names[i] = arena_text(front->arena, finding.names.items[i]);
    front->program->variables = names;
    front->program->variable_count = (uint32_t)finding.names.count;
    vec_free(&finding.names);
}
