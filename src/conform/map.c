#include "conform/map.h"

#include "base/file.h"
#include "conform/map_expression.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { MOST_INCLUDES = 64 };

/* ---- names and lists ---- */

/* `forall t in TASK, i in 1..3 where (P):` */
static void read_local(struct map_reader *reader, struct map_locals *locals) {
    struct scan *scan = &reader->scan;
    scan_blanks(scan);
    struct map_local local = {.place = scan->place};
    if (!(local.name = scan_name(scan, "a name"))) return;
    if (locals->count == MAP_LOCALS) scan_fail(scan, local.place, "more than %d names", MAP_LOCALS);
    for (unsigned i = 0; i < locals->count; i++)
        if (strcmp(locals->items[i].name, local.name) == 0)
            scan_fail(scan, local.place, "`%s` is there twice", local.name);
    scan_expect(scan, "in", "after the name");
    if (scan->failed) return;
    if (scan_sees_name(scan)) {
        local.set = scan_name(scan, "a carrier set");
    } else if (scan_number(scan, &local.low) && scan_expect(scan, "..", "after the lowest number")) {
        scan_number(scan, &local.high);
        if (!scan->failed && (local.low > local.high || local.high - local.low > 65535))
            scan_fail(scan, local.place, "an interval has at least one number, and at most 65536");
    }
    if (!scan->failed) locals->items[locals->count++] = local;
}

static void read_quantifier(struct map_reader *reader, struct map_locals *locals, struct map_formula *condition) {
    struct scan *scan = &reader->scan;
    if (!scan_take(scan, "forall")) return;
    do read_local(reader, locals);
    while (!scan->failed && scan_take(scan, ","));
    if (scan_take(scan, "where")) {
        scan_blanks(scan);
        condition->place = scan->place;
        if (scan->at == scan->end || *scan->at != '(')
            scan_fail(scan, scan->place, "expected `(` and a predicate after `where`");
        else
            condition->text = scan_brackets(scan);
    }
    scan_expect(scan, ":", "after forall ...");
}

static void read_names(struct map_reader *reader, const char *what, struct map_name **items, size_t *count) {
    struct scan *scan = &reader->scan;
    VEC(struct map_name) names = {*items, *count, *count};
    do {
        scan_blanks(scan);
        struct map_name name = {NULL, scan->place};
        if ((name.name = scan_name(scan, what))) vec_push(&names, name);
    } while (!scan->failed && scan_take(scan, ","));
    scan_expect(scan, ";", "after a list of names");
    *items = names.items;
    *count = names.count;
}

static bool block_goes_on(struct scan *scan) {
    if (scan->failed || scan_take(scan, "}")) return false;
    if (scan_at_end(scan)) scan_fail(scan, scan->place, "expected `}`, found the end of the file");
    return !scan->failed;
}

/* ---- calls ---- */

static void read_arguments(struct map_reader *reader, struct map_call *call) {
    struct scan *scan = &reader->scan;
    scan_expect(scan, "(", "after the name of a call");
    if (scan->failed || scan_take(scan, ")")) return;
    do {
        if (call->argument_count == MAP_ARGUMENTS)
            scan_fail(scan, scan->place, "a call has at most %d arguments", MAP_ARGUMENTS);
        if (scan->failed) return;
        call->arguments[call->argument_count++] = map_read_expression(reader);
    } while (!scan->failed && scan_take(scan, ","));
    scan_expect(scan, ")", "after the arguments");
}

static void read_call(struct map_reader *reader, const struct map_locals *locals, struct map_call *call) {
    scan_blanks(&reader->scan);
    call->place = reader->scan.place;
    reader->locals = locals;
    reader->design = false;
    if ((call->name = scan_name(&reader->scan, "a call"))) read_arguments(reader, call);
}

/* ---- sections ---- */

/* `1`, a line's end and `RES = 2`: what stands between them is missing. */
static bool runs_on(const char *value) {
    for (const char *line = strchr(value, '\n'); line; line = strchr(line, '\n')) {
        line += strspn(line, " \t\r\n");
        size_t name = 0;
        while (isalnum((unsigned char)line[name]) || line[name] == '_' || (unsigned char)line[name] >= 0x80) name++;
        const char *after = line + name + strspn(line + name, " \t");
        if (name && *after == '=') return true;
    }
    return false;
}

static void read_bounds(struct map_reader *reader) {
    struct scan *scan = &reader->scan;
    scan_expect(scan, "{", "after `bounds`");
    while (block_goes_on(scan)) {
        scan_blanks(scan);
        struct map_name bound = {NULL, scan->place};
        const char *name = scan_name(scan, "a carrier set, constant or variable, or INT");
        if (!name || !scan_expect(scan, "=", "after the name")) return;
        const char *value = scan_until(scan, ";", false, "a bound");
        if (value && runs_on(value)) scan_fail(scan, bound.place, "expected `;` after the bound of `%s`", name);
        if (scan->failed || !value || !scan_expect(scan, ";", "after a bound")) return;
        bound.name = arena_printf(reader->map->arena, "%s=%s", name, value);
        vec_push(&reader->map->bounds, bound);
    }
}

static struct map_range read_range(struct scan *scan) {
    struct map_range range = {0, 0};
    bool negative = scan_take(scan, "-");
    if (!scan_number(scan, &range.low)) return range;
    if (negative) range.low = -range.low;
    range.high = range.low;
    if (scan_take(scan, "..")) scan_number(scan, &range.high);
    if (!scan->failed && range.high < range.low) scan_fail(scan, scan->place, "an empty range of numbers");
    return range;
}

struct ranges {
    VEC(struct map_range) list;
};

static void read_ranges(struct scan *scan, struct ranges *ranges) {
    if (!scan_take(scan, "{")) {
        vec_push(&ranges->list, read_range(scan));
        return;
    }
    do vec_push(&ranges->list, read_range(scan));
    while (!scan->failed && scan_take(scan, ","));
    scan_expect(scan, "}", "after the numbers");
}

struct values {
    VEC(struct map_value) list;
};

/* `sus, rdy -> {0, 1};` */
static void read_value(struct map_reader *reader, struct values *values) {
    struct scan *scan = &reader->scan;
    size_t first = values->list.count;
    do {
        scan_blanks(scan);
        struct map_value value = {.place = scan->place};
        if (!(value.name = scan_name(scan, "the name of a value"))) return;
        for (size_t i = 0; i < values->list.count; i++)
            if (strcmp(values->list.items[i].name, value.name) == 0)
                scan_fail(scan, value.place, "`%s` is there twice", value.name);
        vec_push(&values->list, value);
    } while (!scan->failed && scan_take(scan, ","));
    if (!scan_expect(scan, "->", "after the name of a value")) return;
    struct ranges ranges = {0};
    read_ranges(scan, &ranges);
    scan_expect(scan, ";", "after the numbers of a value");
    struct map_range *copy = arena_new_array(reader->map->arena, struct map_range, ranges.list.count);
    if (ranges.list.count) memcpy(copy, ranges.list.items, ranges.list.count * sizeof *copy);
    for (size_t i = first; i < values->list.count; i++) {
        values->list.items[i].ranges = copy;
        values->list.items[i].range_count = (unsigned)ranges.list.count;
    }
    vec_free(&ranges.list);
}

static void read_values(struct map_reader *reader) {
    struct scan *scan = &reader->scan;
    struct map *map = reader->map;
    scan_blanks(scan);
    struct map_values values = {.place = scan->place, .first = 1};
    struct values list = {0};
    if (!(values.set = scan_name(scan, "a carrier set"))) return;
    for (size_t i = 0; i < map->values.count; i++)
        if (strcmp(map->values.items[i].set, values.set) == 0)
            scan_fail(scan, values.place, "the values of `%s` are there twice", values.set);
    if (scan_take(scan, "from")) {
        scan_number(scan, &values.first);
        scan_expect(scan, ";", "after the first number");
    } else if (scan_expect(scan, "{", "or `from` after the carrier set")) {
        values.listed = true;
        while (block_goes_on(scan)) read_value(reader, &list);
    }
    values.value_count = (unsigned)list.list.count;
    values.values = arena_new_array(map->arena, struct map_value, list.list.count);
    if (list.list.count) memcpy(values.values, list.list.items, list.list.count * sizeof *values.values);
    vec_free(&list.list);
    if (!scan->failed) vec_push(&map->values, values);
}

static void read_setups(struct map_reader *reader) {
    struct scan *scan = &reader->scan;
    scan_expect(scan, "{", "after `setup`");
    while (block_goes_on(scan)) {
        scan_blanks(scan);
        struct map_setup setup = {.place = scan->place};
        read_quantifier(reader, &setup.locals, &setup.condition);
        if (!scan->failed) read_call(reader, &setup.locals, &setup.call);
        if (scan_expect(scan, ";", "after a call")) vec_push(&reader->map->setups, setup);
    }
}

static void read_right(struct map_reader *reader, struct map_relation *relation) {
    struct scan *scan = &reader->scan;
    reader->locals = &relation->locals;
    reader->design = true;
    scan_blanks(scan);
    const char *from = scan->at;
    relation->right = map_read_expression(reader);
    relation->right_text = arena_text_n(reader->map->arena, from, (size_t)(scan->at - from));
}

static void read_relations(struct map_reader *reader) {
    struct scan *scan = &reader->scan;
    scan_expect(scan, "{", "after `relate`");
    while (block_goes_on(scan)) {
        scan_blanks(scan);
        struct map_relation relation = {.place = scan->place};
        read_quantifier(reader, &relation.locals, &relation.condition);
        scan_blanks(scan);
        relation.left.place = scan->place;
        if (scan->failed || !(relation.left.text = scan_until(scan, "~", true, "an expression of the specification")))
            return;
        scan_expect(scan, "~", "");
        read_right(reader, &relation);
        if (scan_expect(scan, ";", "after a relation")) vec_push(&reader->map->relations, relation);
    }
}

static void read_parameters(struct map_reader *reader, struct map_locals *locals) {
    struct scan *scan = &reader->scan;
    if (!scan_take(scan, "(") || scan_take(scan, ")")) return;
    do {
        scan_blanks(scan);
        struct map_local local = {.place = scan->place, .low = 1, .high = 0};
        if (!(local.name = scan_name(scan, "a parameter of the event"))) return;
        if (locals->count == MAP_LOCALS) scan_fail(scan, local.place, "more than %d names", MAP_LOCALS);
        for (unsigned i = 0; i < locals->count; i++)
            if (strcmp(locals->items[i].name, local.name) == 0)
                scan_fail(scan, local.place, "`%s` is there twice", local.name);
        if (!scan->failed) locals->items[locals->count++] = local;
    } while (!scan->failed && scan_take(scan, ","));
    scan_expect(scan, ")", "after the parameters");
}

struct calls {
    VEC(struct map_call) list;
};

static void read_event_calls(struct map_reader *reader, struct map_event *event) {
    struct scan *scan = &reader->scan;
    struct calls calls = {0};
    if (scan_expect(scan, "->", "after the event") && !scan_take(scan, "skip")) {
        do {
            struct map_call call = {0};
            read_call(reader, &event->locals, &call);
            vec_push(&calls.list, call);
        } while (!scan->failed && scan_take(scan, ","));
    }
    scan_expect(scan, ";", "after the calls of an event");
    struct map_call *copy = arena_new_array(reader->map->arena, struct map_call, calls.list.count);
    if (calls.list.count) memcpy(copy, calls.list.items, calls.list.count * sizeof *copy);
    event->calls = copy;
    event->call_count = (unsigned)calls.list.count;
    vec_free(&calls.list);
}

/* `activate_idle, activate_ready(t) -> ActivateTask(0, t);` */
static void read_events(struct map_reader *reader) {
    struct scan *scan = &reader->scan;
    struct map *map = reader->map;
    scan_blanks(scan);
    map->calls = scan->place;
    scan_expect(scan, "{", "after `calls`");
    while (block_goes_on(scan)) {
        size_t first = map->events.count;
        struct map_event event = {0};
        do {
            scan_blanks(scan);
            event.place = scan->place;
            if (!(event.name = scan_name(scan, "an event"))) return;
            for (size_t i = 0; i < map->events.count; i++)
                if (strcmp(map->events.items[i].name, event.name) == 0)
                    scan_fail(scan, event.place, "the event `%s` is there twice", event.name);
            vec_push(&map->events, event);
        } while (!scan->failed && scan_take(scan, ","));
        read_parameters(reader, &event.locals);
        if (!scan->failed) read_event_calls(reader, &event);
        for (size_t i = first; i < map->events.count; i++) {
            event.name = map->events.items[i].name;
            event.place = map->events.items[i].place;
            map->events.items[i] = event;
        }
    }
}

static void read_sections(struct map_reader *reader);

/* `include "other.map";`: its sections stand here. The file is looked for beside this one. */
static void read_include(struct map_reader *reader) {
    struct scan *scan = &reader->scan;
    struct place place = scan->place;
    scan_blanks(scan);
    const char *from = scan->at + 1;
    const char *to = from < scan->end && *scan->at == '"' ? memchr(from, '"', (size_t)(scan->end - from)) : NULL;
    if (!to || memchr(from, '\n', (size_t)(to - from))) {
        scan_fail(scan, scan->place, "expected a file's name in double quotes after `include`");
        return;
    }
    const char *slash = strrchr(scan->place.file, '/');
    int folder = *from != '/' && slash ? (int)(slash - scan->place.file) + 1 : 0;
    const char *path = arena_printf(scan->arena, "%.*s%.*s", folder, scan->place.file, (int)(to - from), from);
    scan_skip_to(scan, to + 1);
    if (!scan_expect(scan, ";", "after the name of the file")) return;
    struct text text = {0};
    struct scan here = *scan;
    if (++reader->includes > MOST_INCLUDES)
        scan_fail(scan, place, "maps include each other, or more than %d files", MOST_INCLUDES);
    else if (!file_read(path, &text))
        scan_fail(scan, place, "`%s` cannot be read: %s", path, strerror(errno));
    else if (memchr(text_chars(&text), 0, text.length))
        scan_fail(scan, place, "`%s` contains a NUL character", path);
    if (!scan->failed) {
        scan->at = text_chars(&text);
        scan->end = scan->at + text.length;
        scan->place = (struct place){path, 1, 1};
        read_sections(reader);
        here.failed = scan->failed;
        *scan = here;
    }
    text_free(&text);
}

static void read_section(struct map_reader *reader) {
    struct scan *scan = &reader->scan;
    struct map *map = reader->map;
    if (scan_take(scan, "include"))
        read_include(reader);
    else if (scan_take(scan, "bounds"))
        read_bounds(reader);
    else if (scan_take(scan, "only"))
        read_names(reader, "an event", &map->only.items, &map->only.count);
    else if (scan_take(scan, "symmetric"))
        read_names(reader, "a carrier set", &map->symmetric.items, &map->symmetric.count);
    else if (scan_take(scan, "values"))
        read_values(reader);
    else if (scan_take(scan, "setup"))
        read_setups(reader);
    else if (scan_take(scan, "relate"))
        read_relations(reader);
    else if (scan_take(scan, "calls"))
        read_events(reader);
    else
        scan_fail(scan, scan->place,
                  "expected `include`, `bounds`, `only`, `symmetric`, `values`, `setup`, `relate` or `calls`");
}

static void read_sections(struct map_reader *reader) {
    while (!reader->scan.failed && !scan_at_end(&reader->scan)) read_section(reader);
}

/* ---- the whole ---- */

struct map *map_parse(const char *text, size_t length, const char *path, struct diagnostics *diagnostics) {
    struct map *map = memory_new(sizeof *map);
    map->arena = arena_new();
    map->path = arena_text(map->arena, path);
    struct map_reader reader = {.scan = {.at = text,
                                         .end = text + length,
                                         .place = {map->path, 1, 1},
                                         .arena = map->arena,
                                         .diagnostics = diagnostics},
                                .map = map};
    map->calls = reader.scan.place;
    if (memchr(text, 0, length)) scan_fail(&reader.scan, reader.scan.place, "the file contains a NUL character");
    read_sections(&reader);
    if (!reader.scan.failed && !map->relations.count)
        scan_fail(&reader.scan, reader.scan.place,
                  "the map relates nothing: it needs a section `relate { ... }`, or every design would do");
    if (!reader.scan.failed) return map;
    map_free(map);
    return NULL;
}

struct map *map_load(const char *path, struct diagnostics *diagnostics) {
    struct text text = {0};
    struct map *map = NULL;
    if (file_read(path, &text))
        map = map_parse(text_chars(&text), text.length, path, diagnostics);
    else
        diag_error(diagnostics, (struct place){path, 0, 0}, "cannot be read: %s", strerror(errno));
    text_free(&text);
    return map;
}

void map_free(struct map *map) {
    if (!map) return;
    vec_free(&map->bounds);
    vec_free(&map->only);
    vec_free(&map->symmetric);
    vec_free(&map->values);
    vec_free(&map->setups);
    vec_free(&map->relations);
    vec_free(&map->events);
    arena_free(map->arena);
    free(map);
}
