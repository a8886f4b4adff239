/* What has to be assumed because of what steps have met: it is told only where it was met. */
#include "app/analysis/order.h"
#include "app/app.h"
#include "app/exec/address.h"
#include "app/parts.h"
#include "app/subject/budget.h"
#include "app/subject/half_sentence.h"
#include "app/told_functions.h"
#include "app/told_operands.h"
#include "base/word.h"
#include "cfront/library/headers.h"

#include <string.h>

static unsigned met_at(const struct app *app, uint32_t function, uint32_t instruction) {
    uint32_t number = app->subject.first_instruction[function] + instruction;
    unsigned more = atomic_load_explicit(&app->executor.met_more[number], memory_order_relaxed);
    return atomic_load_explicit(&app->executor.met[number], memory_order_relaxed) | more * MET_MORE;
}

/* It keeps an operand for an instruction of the same statement that reads others, and nobody turns them round. */
static bool is_split(const struct app *app, uint32_t f, uint32_t i) {
    const struct c_function *function = app->subject.program->functions[f];
    const struct c_instruction *code = function->code;
    const struct c_expression *target = code[i].kind == C_ASSIGN ? code[i].target : NULL;
    if (!target || target->kind != C_OBJECT || target->object->storage != C_TEMPORARY) return false;
    for (uint32_t k = i + 1; k < function->code_count && place_is_same(code[k].statement, code[i].statement); k++) {
        bool is_open = !code[i].turns || !code[k].turns;
        if (is_open && met_at(app, f, k) & READS_WHAT_CHANGES) return true;
        if (code[k].kind != C_ASSIGN) break;
    }
    return false;
}

/* It works out a value of an initializer's list, and another value of the list reads others. */
static bool is_part_of_list(const struct app *app, uint32_t f, uint32_t i) {
    const struct c_function *function = app->subject.program->functions[f];
    const struct c_instruction *code = function->code;
    for (uint32_t k = i + 1; code[i].list && k < function->code_count; k++) {
        if (!place_is_same(code[k].statement, code[i].statement)) break;
        bool is_other = code[k].list == code[i].list && code[k].list_part != code[i].list_part;
        if (is_other && met_at(app, f, k) & READS_WHAT_CHANGES) return true;
    }
    return false;
}

static const char *met_somewhere(const struct app *app, unsigned what, const char *said, struct arena *arena) {
    const struct subject *subject = &app->subject;
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        const struct c_function *function = subject->program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++) {
            unsigned met = met_at(app, f, i);
            bool has_other = met & READS_WHAT_CHANGES && (is_split(app, f, i) || is_part_of_list(app, f, i));
            if (has_other) met |= HAS_ORDER_OF_OPERANDS;
            if (!(met & what)) continue;
            struct place place = function->code[i].place;
            if (headers_hold(place)) return arena_printf(arena, "%s (in `%s`)", said, function->name);
            return arena_printf(arena, "%s (at %s:%u, perhaps)", said, place_file(place), place.line);
        }
    }
    return NULL;
}

/* The library (library.c) calls a function of this name there. */
static bool has_called(const struct app *app, const char *name) {
    const struct c_program *program = app->subject.program;
    for (uint32_t f = 0; f < program->function_count; f++)
        if (strcmp(program->functions[f]->name, name) == 0 &&
            (app->others_looked || app_reached(app, program->functions[f], 0)))
            return true;
    return false;
}

/* Until a block is taken again, whoever uses it is found, and afterwards, whose pointer is known as one. */
static const char *blocks_taken_again(const struct app *app, struct arena *arena) {
    if (!has_called(app, "rtcheck_takes_again")) return NULL;
    return met_somewhere(app, WAS_NUMBER_OF_BLOCK,
                         "no number that is used as a pointer to a block of `malloc` is the address of "
                         "one that was freed before the block was taken again",
                         arena);
}

/* Whether the local, or the block, is the one whose address a number was is not known. */
static const char *locals_that_ended(const struct app *app, struct arena *arena) {
    return met_somewhere(app, WAS_NUMBER_OF_LOCAL,
                         "no number that is used as a pointer to a local is the address of one that has ended", arena);
}

/* C leaves open what compilers do as they like, and an interrupt in between shows it. */
static const char *order_of_operands(const struct app *app, struct arena *arena) {
    if (order_assumption(&app->analysis)) return NULL; /* which says it of all of them */
    return met_somewhere(app, HAS_ORDER_OF_OPERANDS,
                         "operands that others may change meanwhile are read from left to right, and what is assigned "
                         "before where it is assigned to",
                         arena);
}

static const char *order_of_words(const struct app *app, struct arena *arena) {
    return met_somewhere(
        app, HAS_ORDER_OF_WORDS,
        "the words of a number, and the members of a structure, between which others may come, are read "
        "and written from the lowest address on, all of them read before the first is written",
        arena);
}

static bool is_copying(const struct c_function *function) {
    bool has_name = begins_with(function->name, "mem") || begins_with(function->name, "str");
    return has_name && headers_hold(function->place);
}

/* C names no order, and libraries begin at either end. */
static const char *order_of_bytes(const struct app *app, struct arena *arena) {
    const struct c_program *program = app->subject.program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        for (uint32_t i = 0; is_copying(function) && i < function->code_count; i++)
            if (met_at(app, f, i) & (READS_WHAT_CHANGES | WRITES_WHAT_IS_SHARED))
                return arena_printf(arena,
                                    "the bytes that `%s` accesses, between which others may come, are read and "
                                    "written one by one, in the order of our own `%s`",
                                    function->name, function->name);
    }
    return NULL;
}

static const char *packed_members(const struct app *app, struct arena *arena) {
    return met_somewhere(app, IS_NOT_ALIGNED,
                         "a number that is not aligned, between whose bytes others may come, is accessed at once",
                         arena);
}

/* Machines, and compilers that compute it themselves, differ. */
static const char *no_numbers(const struct app *app, struct arena *arena) {
    return met_somewhere(app, MAKES_NO_NUMBER,
                         "the sign and the other bits of a computed NaN are those of the machine that rtcheck runs on",
                         arena);
}

/* 6.2.6.1p6: each may change it. */
static const char *padding(const struct app *app, struct arena *arena) {
    return met_somewhere(app, READS_PADDING,
                         "padding that is read stays as it is where members are assigned, and is copied with its "
                         "structure",
                         arena);
}

static const char *types_of_memory(const struct app *app, struct arena *arena) {
    return met_somewhere(app, IS_OF_OTHER_TYPE,
                         "memory may be read and written as of other types than its own, as with "
                         "`-fno-strict-aliasing`",
                         arena);
}

static const char *neighbours(const struct app *app, struct arena *arena) {
    return met_somewhere(app, MEETS_NEXT_OBJECT, "no object begins where one ends that it is compared with", arena);
}

static const char *equal_texts(const struct app *app, struct arena *arena) {
    return met_somewhere(app, COMPARES_TEXTS,
                         "equal string literals of one source are one array, others are not, and none is the end of "
                         "another",
                         arena);
}

/* Something comes from outside, and tasks or routines share what it may find half done. */
static const char *orders_not_asked(const struct app *app) {
    const struct subject *subject = &app->subject;
    bool comes = budgets_let_come(subject);
    for (uint32_t i = 0; comes && app->others_looked && i < subject->object_count; i++)
        if (app->analysis.crowded[i])
            return "it makes no difference in which order compilers access what others may access in between";
    return NULL;
}

static struct place first_reached(const struct app *app, unsigned char bit) {
    const struct subject *subject = &app->subject;
    for (uint32_t i = 0; i < subject->instruction_count; i++)
        if (atomic_load_explicit(&app->executor.reached[i], memory_order_relaxed) & bit)
            return app->executor.actions[i].place;
    return (struct place){0};
}

/* Whoever has no runs of the code takes a status for one that is looked at where some run may look; and whoever has
 * them does so where it lies in memory. */
static const char *looks_not_asked(const struct app *app, struct arena *arena) {
    struct place place = app->others_looked ? app->subject.program->neglect : first_reached(app, REACHED_NOT_FOLLOWED);
    if (!place.file) return NULL;
    return arena_printf(arena, "a status at which code may look is looked at, whichever way a run goes (at %s:%u%s)",
                        place_file(place), place.line, app->others_looked ? ", perhaps" : "");
}

bool app_neglects(const struct app *app) { return first_reached(app, REACHED_UNSEEN).file != NULL; }

void app_let_others_look(struct app *app) { app->others_looked = true; }

const char *app_met(const struct app *app, struct arena *arena) {
    static const struct {
        const char *name, *said;
    } calls[] = {
        {"rtcheck_asked_for_nothing", "`malloc` returns `NULL` where no bytes are asked for"},
        {"rtcheck_gives_few_numbers", "`rand` gives a number up to 32767, or `RAND_MAX`"},
        {"rtcheck_keeps_order", "`qsort` keeps the order of elements that are equal, behind the first four of a call"},
        {"rtcheck_prints_a_pointer", "`%p` prints a pointer that is not null as `0x1000`"},
        {"rtcheck_lives_in_greenwich", "the local time is UTC"},
        {"rtcheck_gives_short_text", "`getenv` gives no text of more than one character"},
        {"rtcheck_gives_one_text", "a text of the system (`strerror`) is `error`"},
    };
    const char *all[] = {locals_that_ended(app, arena), blocks_taken_again(app, arena), order_of_operands(app, arena),
                         order_of_words(app, arena),    order_of_bytes(app, arena),     packed_members(app, arena),
                         orders_not_asked(app),         told_operands(app, arena),      no_numbers(app, arena),
                         told_functions(app, arena),    looks_not_asked(app, arena),    padding(app, arena),
                         types_of_memory(app, arena),   neighbours(app, arena),         equal_texts(app, arena)};
    const char *met = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]) met = half_sentence_join(arena, met, all[i]);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (has_called(app, calls[i].name)) met = half_sentence_join(arena, met, calls[i].said);
    return met;
}
