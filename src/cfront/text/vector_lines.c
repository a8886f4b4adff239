#include "cfront/text/vector_lines.h"

#include "base/vec.h"
#include "base/word.h"

#include <ctype.h>
#include <strings.h>

struct reading {
    struct arena *arena;
    VEC(const char *) names;  /* of tables */
    VEC(const char *) so_far; /* of lines that may be one */
    size_t routines;          /* ... so many of them sound like one */
    bool is_said;             /* a label or a section before them says that they are */
};

/* ---- lines ---- */

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t\r"); }

/* A name, or a directive: `dc.l`. */
static size_t token_length(const char *at) {
    size_t length = 0;
    while (is_word_char(at[length]) || at[length] == '.') length++;
    return length;
}

static bool is_among(const char *token, size_t length, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == length && !strncasecmp(token, *words, length)) return true;
    return false;
}

/* `label: .word one, two` */
struct addresses {
    const char *label; /* its length is that of a token; NULL: there is none */
    const char *text;  /* behind the directive; NULL: the line has no addresses */
};

static struct addresses addresses_in(const char *line) {
    static const char *const directives[] = {"dcd",    "dcw",    "dc.l", "dc.w",   "dc32",   "dc24",  "dc16",
                                             "dw",     "dd",     "dl",   "fdb",    ".word",  ".long", ".int",
                                             ".short", ".hword", ".dw",  ".4byte", ".2byte", ".dl",   NULL};
    const char *label = NULL;
    for (int word = 0; word < 2; word++) {
        line = skip_blanks(line);
        size_t length = token_length(line);
        if (is_among(line, length, directives)) return (struct addresses){label, line + length};
        label = line;
        line += length + (line[length] == ':');
    }
    return (struct addresses){NULL, NULL};
}

/* `VECTOR ADDRESS 0xFFD6 on_pin`, of a linker. */
static const char *linkers_vector(const char *line) {
    line = skip_blanks(line);
    size_t length = token_length(line);
    return spells(line, length, "VECTOR") ? line + length : NULL;
}

/* `.section .isr_vector`, `AREA RESET, DATA`, or a label alone: what comes behind it is called so. */
static bool is_heading(const char *line) {
    static const char *const sections[] = {"area", "section", "rseg", "aseg", "cseg", "org", NULL};
    bool is_first = !isspace((unsigned char)*line);
    line = skip_blanks(line);
    size_t length = token_length(line);
    const char *behind = line + length;
    if (*line == '.' || *line == '#' || is_among(line, length, sections)) return true;
    return length && (*behind == ':' || is_first) && !*skip_blanks(behind + (*behind == ':'));
}

/* ---- tables ---- */

static bool says_table(const char *text) {
    static const char *const words[] = {"vect", "vecs", "isr", NULL};
    return contains_one_of(text, words);
}

static bool sounds_like_routine(const char *name) {
    static const char *const words[] = {"handler", "isr", "irq", "interrupt", NULL};
    return contains_one_of(name, words);
}

static void add_names(struct reading *reading, const char *at) {
    for (size_t length; *at; at += length ? length : 1) {
        length = token_length(at);
        if (!length || isdigit((unsigned char)*at)) continue;
        const char *name = arena_text_n(reading->arena, at, length);
        vec_push(&reading->so_far, name);
        reading->routines += sounds_like_routine(name);
    }
}

/* Two routines, or two names where something says that it is one. */
static void end_table(struct reading *reading) {
    bool is_table = (reading->is_said ? reading->so_far.count : reading->routines) >= 2;
    for (size_t i = 0; is_table && i < reading->so_far.count; i++) vec_push(&reading->names, reading->so_far.items[i]);
    reading->so_far.count = reading->routines = 0;
    reading->is_said = false;
}

static void read_addresses(struct reading *reading, struct addresses addresses) {
    if (addresses.label && reading->so_far.count) end_table(reading);
    if (addresses.label)
        reading->is_said |= says_table(arena_text_n(reading->arena, addresses.label, token_length(addresses.label)));
    add_names(reading, addresses.text);
}

/* Each is one. */
static void read_vector(struct reading *reading, const char *vector) {
    end_table(reading);
    add_names(reading, vector);
    for (size_t i = 0; i < reading->so_far.count; i++) vec_push(&reading->names, reading->so_far.items[i]);
    reading->so_far.count = 0;
}

static void read_line(struct reading *reading, const char *line) {
    struct addresses addresses = addresses_in(line);
    const char *vector = linkers_vector(line);
    if (vector)
        read_vector(reading, vector);
    else if (addresses.text)
        read_addresses(reading, addresses);
    else if (is_heading(line))
        reading->is_said |= says_table(line);
    else if (*skip_blanks(line))
        end_table(reading);
}

struct name_set vector_lines_names(struct arena *arena, const char *text) {
    struct reading reading = {.arena = arena};
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        read_line(&reading, arena_text_n(arena, text, length));
    }
    end_table(&reading);
    struct name_set names = name_set_of(arena, reading.names.items, reading.names.count);
    vec_free(&reading.names);
    vec_free(&reading.so_far);
    return names;
}
