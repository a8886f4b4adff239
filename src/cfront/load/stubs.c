#include "cfront/load/stubs.h"

#include "base/file.h"
#include "base/word.h"

#include <errno.h>
#include <string.h>

struct reader {
    const char *at, *line_start;
    struct place place; /* of `at` */
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool failed; /* in this line */
};

static struct place here(const struct reader *reader) {
    struct place place = reader->place;
    place.column = (unsigned)(reader->at - reader->line_start) + 1;
    return place;
}

static void skip_blanks(struct reader *reader) {
    while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\r') reader->at++;
}

static bool at_end(struct reader *reader) {
    skip_blanks(reader);
    return !*reader->at || *reader->at == '\n' || *reader->at == '#' || (reader->at[0] == '/' && reader->at[1] == '/');
}

static void fail(struct reader *reader, const char *expected) {
    if (!reader->failed) diag_error(reader->diagnostics, here(reader), "expected %s", expected);
    reader->failed = true;
}

/* The next word, "" if there is none. */
static const char *word(struct reader *reader) {
    skip_blanks(reader);
    const char *begin = reader->at;
    while (is_word_char(*reader->at)) reader->at++;
    return arena_text_n(reader->arena, begin, (size_t)(reader->at - begin));
}

static const char *name(struct reader *reader, const char *expected) {
    const char *found = "";
    skip_blanks(reader);
    if (*reader->at < '0' || *reader->at > '9') found = word(reader);
    if (!*found) fail(reader, expected);
    return found;
}

static bool take(struct reader *reader, const char *symbol) {
    skip_blanks(reader);
    size_t length = strlen(symbol);
    if (strncmp(reader->at, symbol, length) != 0 || (is_word_char(*symbol) && is_word_char(reader->at[length])))
        return false;
    reader->at += length;
    return true;
}

static int64_t number(struct reader *reader) {
    skip_blanks(reader);
    bool negative = *reader->at == '-';
    const char *digits = reader->at + (negative || *reader->at == '+');
    char *end;
    errno = 0;
    unsigned long long value = strtoull(digits, &end, 0);
    if (*digits < '0' || *digits > '9' || is_word_char(*end) || errno || (negative && value > (1ull << 63))) {
        fail(reader, "a number of at most 64 bits");
        return 0;
    }
    reader->at = end;
    return (int64_t)(negative ? 0 - value : value);
}

/* `in low..high`, `in value` */
static void range(struct reader *reader, struct stub *stub) {
    stub->has_range = true;
    stub->low = stub->high = number(reader);
    if (!take(reader, "..")) return;
    struct place place = here(reader);
    stub->high = number(reader);
    if (!reader->failed && stub->low > stub->high && stub->high >= 0) {
        diag_error(reader->diagnostics, place, "the range is empty: %lld is above %lld", (long long)stub->low,
                   (long long)stub->high);
        reader->failed = true;
    }
}

/* `x`, `x.member`, or the address of a register. */
static const char *input_name(struct reader *reader) {
    const char *found = word(reader);
    if (!*found) fail(reader, "the name of a variable, or an address");
    while (!reader->failed && reader->at[0] == '.' && is_word_char(reader->at[1])) {
        reader->at++;
        found = arena_printf(reader->arena, "%s.%s", found, word(reader));
    }
    if (begins_with(reader->at, "->")) fail(reader, "`.` before the name of a member, also where C has `->`");
    return found;
}

/* `volatile x in ...`, `volatile x is memory` */
static void volatile_line(struct reader *reader, struct stub *stub) {
    stub->name = input_name(reader);
    if (*stub->name >= '0' && *stub->name <= '9')
        stub->name = arena_printf(reader->arena, "0x%llx", strtoull(stub->name, NULL, 0));
    if (take(reader, "in")) {
        stub->kind = STUB_INPUT;
        range(reader, stub);
    } else if (take(reader, "is") && take(reader, "memory")) {
        stub->kind = STUB_MEMORY;
    } else {
        fail(reader, "`in` and a range, or `is memory`");
    }
}

/* `does nothing`, `does nothing else` */
static void deeds(struct reader *reader, struct stub *stub) {
    if (!take(reader, "does")) return;
    if (!take(reader, "nothing")) fail(reader, "`nothing`");
    take(reader, "else");
    stub->does_nothing = true;
}

/* `int f() in 0..9`: the last word before `(` is the name. */
static void function_line(struct reader *reader, struct stub *stub, const char *first) {
    const char *wanted = "the name of a function after its type", *type = NULL;
    bool is_pointer = false;
    do {
        type = !type ? first : arena_printf(reader->arena, "%s %s", type, stub->name);
        while (take(reader, "*")) is_pointer = true;
        stub->name = name(reader, wanted);
        wanted = "the name of a function, or `(`";
    } while (!reader->failed && !take(reader, "("));
    stub->type = is_pointer ? NULL : type;
    if (!reader->failed && !take(reader, ")")) fail(reader, "`)`");
    stub->kind = STUB_CALL;
    if (take(reader, "in")) range(reader, stub);
    if (!reader->failed) deeds(reader, stub);
}

static bool is_about_calls(enum stub_kind kind) { return kind == STUB_CALL || kind == STUB_REPLACE; }

static bool is_about_variable(enum stub_kind kind) { return kind == STUB_INPUT || kind == STUB_MEMORY; }

/* Two statements about one thing: one of them would count, and nobody would know which. */
static bool is_said(struct reader *reader, const struct stubs *stubs, const struct stub *stub) {
    for (size_t i = 0; i < stubs->list.count; i++) {
        const struct stub *other = &stubs->list.items[i];
        bool same_kind = (is_about_calls(stub->kind) && is_about_calls(other->kind)) ||
                         (is_about_variable(stub->kind) && is_about_variable(other->kind)) || stub->kind == other->kind;
        if (!same_kind || strcmp(stub->name, other->name) != 0) continue;
        diag_error(reader->diagnostics, stub->place, "there is a stub of `%s` already, at %s:%u", stub->name,
                   place_file(other->place), other->place.line);
        return true;
    }
    return false;
}

static void line(struct reader *reader, struct stubs *stubs) {
    struct stub stub = {.place = here(reader)};
    const char *first = name(reader, "a type, `volatile`, `replace` or `ignore`");
    if (reader->failed) return;
    if (!strcmp(first, "volatile")) {
        volatile_line(reader, &stub);
    } else if (!strcmp(first, "replace")) {
        stub.kind = STUB_REPLACE;
        stub.name = name(reader, "the name of a function");
        if (!take(reader, "with")) fail(reader, "`with`");
        stub.with = name(reader, "the name of a function");
    } else if (!strcmp(first, "ignore")) {
        stub.kind = STUB_NO_ASM;
        if (!take(reader, "asm") || !take(reader, "in")) fail(reader, "`asm in` and the name of a function");
        stub.name = name(reader, "the name of a function");
    } else {
        function_line(reader, &stub, first);
    }
    if (!reader->failed && !at_end(reader)) fail(reader, "the end of the line");
    if (!reader->failed && !is_said(reader, stubs, &stub)) vec_push(&stubs->list, stub);
}

void stubs_read(struct stubs *stubs, const char *path, struct arena *arena, struct diagnostics *diagnostics) {
    struct text text = {0};
    if (!file_read(path, &text)) {
        diag_error(diagnostics, (struct place){path, 0, 0}, "cannot read: %s", strerror(errno));
        text_free(&text);
        return;
    }
    struct reader reader = {.at = text_chars(&text), .arena = arena, .diagnostics = diagnostics};
    reader.place = (struct place){arena_text(arena, path), 0, 0};
    while (*reader.at) {
        reader.line_start = reader.at;
        reader.place.line++;
        reader.failed = false;
        if (!at_end(&reader)) line(&reader, stubs);
        while (*reader.at && *reader.at != '\n') reader.at++;
        if (*reader.at) reader.at++;
    }
    text_free(&text);
}

struct stub *stubs_look(struct stubs *stubs, enum stub_kind kind, const char *name) {
    for (size_t i = 0; i < stubs->list.count; i++) {
        struct stub *stub = &stubs->list.items[i];
        if (stub->kind == kind && !strcmp(stub->name, name)) return stub;
    }
    return NULL;
}

struct stub *stubs_find(struct stubs *stubs, enum stub_kind kind, const char *name) {
    struct stub *stub = stubs_look(stubs, kind, name);
    if (stub) stub->used = true;
    return stub;
}

bool stub_is_of(const struct stub *stub, const char *name) {
    size_t length = strcspn(stub->name, ".");
    return strlen(name) == length && !strncmp(stub->name, name, length);
}

bool stubs_have_variable(const struct stubs *stubs, const char *name) {
    for (size_t i = 0; i < stubs->list.count; i++)
        if (is_about_variable(stubs->list.items[i].kind) && stub_is_of(&stubs->list.items[i], name)) return true;
    return false;
}

bool stubs_have_code(struct stubs *stubs, const char *name) { return stubs_find(stubs, STUB_CALL, name) != NULL; }

void stubs_report_unused(const struct stubs *stubs, struct diagnostics *diagnostics) {
    for (size_t i = 0; i < stubs->list.count; i++)
        if (!stubs->list.items[i].used)
            diag_warning(diagnostics, stubs->list.items[i].place,
                         "the program has nothing that this stub of `%s` is about", stubs->list.items[i].name);
}
