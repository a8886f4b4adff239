#include "app/watch/mutex.h"

#include "app/exec/memory.h"
#include "app/subject/source_lines.h"
#include "app/subject/variable.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_MUTEXES = 32 };

/* ---- regions by name ---- */

struct building {
    struct watch *watch;
    const struct app_mutex *mutex;
    struct diagnostics *diagnostics;
    uint32_t bit;
};

static bool complain(const struct building *building, const char *region, const char *what) {
    diag_error(building->diagnostics, building->mutex->place, "in '%s', '%s': %s", building->mutex->text, region, what);
    return false;
}

static void add(const struct building *building, uint32_t instruction) {
    building->watch->regions[instruction] |= building->bit;
    building->watch->region_stops[instruction] = true;
}

static bool add_function(const struct building *building, const char *name) {
    const struct c_program *program = building->watch->subject->program;
    const char *colons = strstr(name, "::"), *plain = colons ? colons + 2 : name;
    const struct c_function *found = NULL;
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct c_function *function = program->functions[i];
        if (strcmp(function->name, plain) != 0) continue;
        if (colons && !variable_is_file(function->place.file, name, (size_t)(colons - name))) continue;
        if (found) return complain(building, name, "there are several functions of this name; write file.c::name");
        found = function;
    }
    if (!found)
        return complain(building, name, "no task or interrupt routine has this name, and no function that is called");
    for (uint32_t i = 0; i < found->code_count; i++)
        add(building, building->watch->subject->first_instruction[found->index] + i);
    return true;
}

/* Who is called from lines of a region may change who can come, and return behind them: before that there is a stop. */
static void stop_in_callees(const struct watch *watch, const struct c_instruction *call, bool *seen) {
    for (uint32_t f = 0; f < watch->subject->program->function_count; f++) {
        const struct c_function *function = watch->subject->program->functions[f];
        bool may = call->callee ? call->callee == function : function->parameter_count == call->argument_count;
        if (!may || seen[f]) continue;
        seen[f] = true;
        for (uint32_t i = 0; i < function->code_count; i++) {
            if (function->code[i].kind == C_RETURN)
                watch->region_stops[watch->subject->first_instruction[f] + i] = true;
            if (function->code[i].kind == C_CALL) stop_in_callees(watch, &function->code[i], seen);
        }
    }
}

static void add_lines(const struct building *building, const struct source_lines *lines) {
    const struct watch *watch = building->watch;
    bool *seen = memory_new(watch->subject->program->function_count + 1);
    for (uint32_t f = 0; f < watch->subject->program->function_count; f++) {
        const struct c_function *function = watch->subject->program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++) {
            const struct c_instruction *instruction = &function->code[i];
            if (!source_lines_hold(lines, instruction->place)) continue;
            add(building, watch->subject->first_instruction[f] + i);
            if (instruction->kind == C_CALL) stop_in_callees(watch, instruction, seen);
        }
    }
    free(seen);
}

/* Lines, "file.c:3" or "file.c:3-9", or a function, "name" or "file.c::name". */
static bool add_region(const struct building *building, const char *region) {
    const char *colon = strrchr(region, ':');
    char *end;
    if (!*region) return complain(building, region, "a function or lines are expected, file.c:3-9");
    if (!colon || (colon > region && colon[-1] == ':')) return add_function(building, region);
    unsigned long first = strtoul(colon + 1, &end, 10), last = first;
    bool good = isdigit((unsigned char)colon[1]) && first && colon > region;
    if (good && *end == '-') {
        good = isdigit((unsigned char)end[1]);
        last = strtoul(end + 1, &end, 10);
    }
    if (!good || *end || last < first) return complain(building, region, "lines are expected, file.c:3 or file.c:3-9");
    struct source_lines lines = {.file = region, .length = (size_t)(colon - region), .first = first, .last = last};
    const char *fault = source_lines_settle(&lines, building->watch->subject->program, building->watch->arena);
    if (fault) return complain(building, region, fault);
    add_lines(building, &lines);
    return true;
}

static bool add_regions(const struct building *building) {
    const char *at = building->mutex->text;
    for (;;) {
        size_t length = strcspn(at, ",");
        const char *start = at + strspn(at, " \t"), *stop = at + length;
        while (stop > start && isspace((unsigned char)stop[-1])) stop--;
        const char *region = start < stop ? arena_text_n(building->watch->arena, start, (size_t)(stop - start)) : "";
        if (!add_region(building, region)) return false;
        if (!at[length]) return true;
        at += length + 1;
    }
}

bool mutex_build(struct watch *watch, const struct app_options *options, struct diagnostics *diagnostics) {
    if (!options->mutex_count) return true;
    watch->mutex_texts = arena_new_array(watch->arena, const char *, options->mutex_count + 1);
    watch->regions = arena_new_array(watch->arena, uint32_t, watch->subject->instruction_count + 1);
    watch->region_stops = arena_new_array(watch->arena, bool, watch->subject->instruction_count + 1);
    bool good = true;
    for (size_t i = 0; i < options->mutex_count; i++) {
        struct building building = {watch, &options->mutexes[i], diagnostics, (uint32_t)1 << (i % MOST_MUTEXES)};
        if (i == MOST_MUTEXES) {
            diag_error(diagnostics, options->mutexes[i].place, "there are more than %d of them", MOST_MUTEXES);
            return false;
        }
        watch->mutex_texts[i] = arena_text(watch->arena, options->mutexes[i].text);
        good = add_regions(&building) && good;
    }
    return good;
}

/* ---- who is inside ---- */

/* A service that was carried out lies behind its caller, also while its result has not been stored. */
static bool has_result(const struct context_run *run) {
    struct log_entry entry;
    if (run->log_length < sizeof entry) return false;
    memcpy(&entry, run->log, sizeof entry);
    return entry.load == MEMORY_RESULT;
}

/* The innermost of its calls that stands in the region; NULL: none. */
static const struct c_instruction *inside(const struct machine *machine, uint32_t context, uint32_t regions,
                                          const struct c_function **function) {
    const struct watch *watch = machine->executor->watch;
    const struct context_run *run = &machine->contexts[context];
    const struct c_function *entry = watch->subject->program->entries[context];
    if (!machine_is_under_way(machine, context)) return NULL;
    if (!run->frame_count && entry) {
        *function = entry;
        return watch->regions[watch->subject->first_instruction[entry->index]] & regions ? entry->code : NULL;
    }
    for (uint32_t i = run->frame_count; i-- > 0;) {
        uint32_t next = run->frames[i].next + (i + 1 == run->frame_count && has_result(run));
        *function = run->frames[i].function;
        if (next < (*function)->code_count &&
            watch->regions[watch->subject->first_instruction[(*function)->index] + next] & regions)
            return &(*function)->code[next];
    }
    return NULL;
}

static void print_who(const struct watch *watch, uint32_t context, const struct c_function *function,
                      struct place place, struct text *out) {
    text_printf(out, "%s is in %s (%s:%u)", subject_context_name(watch->subject, context), function->name,
                place_file(place), place.line);
}

void mutex_look(struct machine *machine, uint32_t instruction) {
    const struct watch *watch = machine->executor->watch;
    if (watch->region_stops[instruction] && machine->arrivals && machine_has_moved(machine))
        machine_leave(machine, LEAVE_POINT);
    uint32_t regions = watch->regions[instruction];
    for (uint32_t c = 0; regions && c < watch->subject->context_count; c++) {
        const struct c_function *function;
        const struct c_instruction *other = c == machine->current ? NULL : inside(machine, c, regions, &function);
        if (!other) continue;
        unsigned first = (unsigned)__builtin_ctz(
            regions & watch->regions[other - function->code + watch->subject->first_instruction[function->index]]);
        struct text *said = machine_words(machine);
        print_who(watch, machine->current, machine->frame->function, machine->instruction->place, said);
        text_add(said, " while ");
        print_who(watch, c, function, other->place, said);
        machine_fault(machine, "mutex", "no mutual exclusion of %s: %s", watch->mutex_texts[first], text_chars(said));
    }
}
