#include "cfront/hidden/hidden_sections.h"

#include "cfront/hidden/hidden_locks.h"
#include "cfront/hidden/left_services.h"
#include "cfront/hidden/processor_mask.h"
#include "cfront/text/lock_names.h"
#include "cfront/text/section_names.h"

#include <string.h>

/* ---- which they are ---- */

/* A function without a body that is called. */
struct marked {
    const char *name;
    bool saves; /* some call of it gets or gives a state: what was before is there again behind it */
};

typedef VEC(struct marked) marked_vec;

static void note_mark(marked_vec *marked, const struct c_instruction *code) {
    size_t i = 0;
    while (i < marked->count && strcmp(marked->items[i].name, code->text) != 0) i++;
    if (i == marked->count) vec_push(marked, (struct marked){.name = code->text});
    marked->items[i].saves |= code->is_saving_call;
}

static void find_marked(struct front *front, marked_vec *marked) {
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++) {
            const struct c_instruction *code = &front->functions.items[f]->code[i];
            if (hidden_locks_is_mark(code)) note_mark(marked, code);
        }
}

/* Who lets interrupts come that nobody has held off would be wrong to do so by the standard's services. */
static bool is_end_of(struct front *front, const char *name, const char *lock) {
    return hidden_locks_undo(front, name, lock) &&
           !(section_names_enable(name) && hidden_locks_are_undone_first(front, name));
}

static void add_sections(struct front *front, const marked_vec *marked, const struct marked *lock) {
    for (size_t i = 0; i < marked->count; i++) {
        const struct marked *end = &marked->items[i];
        if (end == lock || !is_end_of(front, end->name, lock->name)) continue;
        bool nests =
            lock->saves || end->saves || section_names_nest(lock->name) || left_services_nest(front, lock->name);
        bool by_processor = left_services_mask(front, lock->name);
        vec_push(&front->sections, ((struct c_section){lock->name, end->name, nests, by_processor}));
    }
}

bool hidden_sections_have(struct front *front, const char *name) {
    for (size_t i = 0; i < front->sections.count; i++) {
        const struct c_section *section = &front->sections.items[i];
        if (section->opens && !strcmp(section->opens, name)) return true;
        if (section->closes && !strcmp(section->closes, name)) return true;
    }
    return false;
}

/* Somebody may let interrupts come again by other means, or by a function of the program's own. */
static bool may_be_undone(struct front *front, const marked_vec *marked, const char *lock) {
    for (size_t i = 0; i < marked->count; i++)
        if (section_names_may_close(marked->items[i].name)) return true;
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        const struct symbol *symbol = front->symbol_list.items[i];
        if (!symbol->is_function || !(symbol->used || symbol->has_definition)) continue;
        if (lock_names_undo(symbol->name, lock, false)) return true;
        if (symbol->used && processor_mask_knows(symbol->name)) return true;
    }
    return false;
}

/* `UNLOCK();`, and nothing that it undoes; `irq_disable();`, and nobody undoes it. */
static void add_lone_ones(struct front *front, const marked_vec *marked) {
    for (size_t i = 0; i < marked->count; i++) {
        const struct marked *one = &marked->items[i];
        if (hidden_sections_have(front, one->name)) continue;
        if (section_names_close_alone(one->name))
            vec_push(&front->sections, ((struct c_section){NULL, one->name, one->saves, false}));
        else if (section_names_open_alone(one->name) && !may_be_undone(front, marked, one->name))
            vec_push(&front->sections, ((struct c_section){one->name, NULL, one->saves, false}));
    }
}

static bool is_same(const char *one, const char *other) { return one && other && !strcmp(one, other); }

static bool share_end(const struct c_section *one, const struct c_section *other) {
    return is_same(one->opens, other->opens) || is_same(one->closes, other->closes);
}

/* Who undoes several is the same service for all of them. */
static bool nest_alike(struct front *front) {
    bool more = false;
    for (size_t i = 0; i < front->sections.count; i++)
        for (size_t k = 0; k < front->sections.count; k++) {
            struct c_section *one = &front->sections.items[i], *other = &front->sections.items[k];
            if (!one->nests || other->nests || !share_end(one, other)) continue;
            other->nests = more = true;
        }
    return more;
}

void hidden_sections_find(struct front *front) {
    marked_vec marked = {0};
    find_marked(front, &marked);
    for (size_t i = 0; i < marked.count; i++)
        if (section_names_may_open(marked.items[i].name) || left_services_open(front, marked.items[i].name))
            add_sections(front, &marked, &marked.items[i]);
    add_lone_ones(front, &marked);
    while (nest_alike(front)) {
    }
    struct c_section *sections = arena_new_array(front->arena, struct c_section, front->sections.count + 1);
    for (size_t i = 0; i < front->sections.count; i++) sections[i] = front->sections.items[i];
    front->program->sections = sections, front->program->section_count = (uint32_t)front->sections.count;
    vec_free(&marked);
}

/* ---- as services ---- */

static void emit(struct lower *lower, enum osek_service service, struct place place) {
    struct c_instruction *instruction = lower_emit(lower, C_SERVICE, place);
    instruction->service = service;
    instruction->text = osek_service_name(service);
}

void hidden_sections_call(struct lower *lower, const char *name, struct place place) {
    const struct cfront_options *options = lower->front->options;
    for (size_t i = 0; i < options->section_count; i++) {
        const struct c_section *section = &options->sections[i];
        bool opens = section->opens && !strcmp(section->opens, name),
             closes = section->closes && !strcmp(section->closes, name);
        if (!opens && !closes) continue;
        if (section->by_processor)
            emit(lower, opens ? OSEK_ProcessorMasks : OSEK_ProcessorUnmasks, place);
        else if (section->nests)
            emit(lower, opens ? OSEK_SuspendAllInterrupts : OSEK_ResumeAllInterrupts, place);
        else
            emit(lower, opens ? OSEK_DisableAllInterrupts : OSEK_EnableAllInterrupts, place);
        return;
    }
}
