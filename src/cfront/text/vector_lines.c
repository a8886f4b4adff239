#include "cfront/text/vector_lines.h"

#include "base/vec.h"
#include "base/word.h"
#include "cfront/text/name_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

/* A name that somebody reaches: by a table, for certain or not. */
struct reached {
    const char *name, *path;
    bool is_sure;
};

/* Whoever comes to `from` comes to `to`. */
struct way {
    const char *from, *to, *path;
    bool is_code; /* by code; otherwise they are one thing, or `from` leads straight there */
};

/* What stands behind a heading or a label. */
struct block {
    const char *label;          /* NULL: there is none */
    VEC(const char *) entries;  /* of addresses and jumps at its begin */
    VEC(const char *) mentions; /* ... of code */
    size_t routines, starts;    /* so many of the entries sound like routines, or like what begins */
    bool is_said, has_code, ends, has_jumps, returns_from_interrupt;
};

enum section { SECTION_UNKNOWN, SECTION_DATA, SECTION_CODE, SECTION_PLACED, SECTION_VECTORS };

struct vector_lines {
    struct arena *arena;
    bool (*is_vectors)(const char *name);
    VEC(struct reached) reached;
    VEC(struct way) ways;
    VEC(const char *) macros; /* of this file, that make addresses or jumps */
    const char *path;
    enum section section;
    bool had_code; /* the section */
    struct block block;
};

struct vector_lines *vector_lines_new(struct arena *arena, bool (*is_vectors)(const char *name)) {
    struct vector_lines *lines = arena_new_object(arena, struct vector_lines);
    lines->arena = arena;
    lines->is_vectors = is_vectors;
    return lines;
}

void vector_lines_free(struct vector_lines *lines) {
    vec_free(&lines->reached);
    vec_free(&lines->ways);
    vec_free(&lines->macros);
    vec_free(&lines->block.entries);
    vec_free(&lines->block.mentions);
}

/* ---- words ---- */

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

static bool says_table(const char *text) {
    static const char *const parts[] = {"vect", "vecs", "isr", "intv", NULL};
    static const char ti[] = ".int"; /* TI's `.int10` */
    const char *numbered = strstr(text, ti);
    return contains_one_of(text, parts) || (numbered && isdigit((unsigned char)numbered[sizeof ti - 1]));
}

static bool sounds_like_routine(const char *name) {
    static const char *const parts[] = {"handler", "isr", "irq", "interrupt", NULL};
    return contains_one_of(name, parts);
}

/* What begins, comes when all is lost, or belongs to a kernel: what its code calls is no routine. */
static bool sounds_like_an_end(const char *name) {
    static const char *const parts[] = {"reset", "start", "fault", "default", "abort", "undef",
                                        "trap",  "c_int", "svc",   "pendsv",  NULL};
    static const char *const words[] = {"init", "main", "boot", "entry", NULL};
    return contains_one_of(name, parts) || (name_has_word_of(name, words) && !sounds_like_routine(name));
}

/* ... or the stack's end, which stands in front of all vectors. */
static bool begins_table(const char *name) {
    static const char *const parts[] = {"stack", "initial_sp", "reset", "_start", "c_int00", NULL};
    return contains_one_of(name, parts);
}

/* ---- lines ---- */

static bool is_address(const char *token, size_t length) {
    static const char *const directives[] = {"dcd",    "dcw",    "dcdu", "dc.l",   "dc.w",   "dc32",  "dc24",    "dc16",
                                             "dw",     "dd",     "dl",   "fdb",    "fcw",    ".word", ".long",   ".int",
                                             ".short", ".hword", ".dw",  ".4byte", ".2byte", ".dl",   ".intvec", NULL};
    return is_among(token, length, directives);
}

/* They go somewhere, and come back from there no more. */
static bool is_jump(const char *token, size_t length) {
    static const char *const jumps[] = {"b",    "b.w",  "b.n",  "jmp",  "rjmp", "ljmp", "ajmp", "sjmp", "bra",
                                        "goto", "jp",   "jpf",  "j",    "br",   "bral", "lbra", "jr",   "jrt",
                                        "lb",   "jmpf", "jump", "brai", "se_b", "e_b",  "tail", NULL};
    return is_among(token, length, jumps);
}

static bool is_return(const char *token, size_t length) {
    static const char *const returns[] = {"reti", "rti",    "rte",    "rfi",   "rfe",  "iret",  "eret",
                                          "mret", "retfie", "se_rfi", "iretq", "rete", "rfeia", NULL};
    return is_among(token, length, returns);
}

/* Code does not go on behind it: `bx lr`, `pop {r4, pc}`. */
static bool ends_function(const char *token, size_t length) {
    static const char *const returns[] = {"ret", "rts", "bx", "blr", "rtl", "retlw", "return", "reta", NULL};
    static const char *const loads[] = {"pop", "pop.w", "ldm", "ldmfd", "ldmia", "ldmia.w", NULL};
    const char *behind = token + length;
    return is_among(token, length, returns) || (is_among(token, length, loads) && strcasestr(behind, "pc"));
}

/* `b lr`, `jp (hl)`: not to a name. */
static bool goes_by_register(const char *operand) {
    static const char *const registers[] = {"lr", "ra", "a", "hl", "rp", "r", "x", "y", "t", NULL};
    size_t length = token_length(operand), letters = length;
    if (!length) return true;
    while (letters && isdigit((unsigned char)operand[letters - 1])) letters--;
    return is_among(operand, letters, registers);
}

/* Of the assembler: they make no code, and those among them with names say nothing of who comes there. */
static bool is_silent(const char *token, size_t length) {
    static const char *const words[] = {
        "public",    "extern", "import",   "export",  "xref",   "xdef", "global", "extrn", "require8",
        "preserve8", "thumb",  "arm",      "code16",  "code32", "proc", "endp",   "nop",   "align",
        "alignrom",  "end",    "name",     "module",  "using",  "endm", "endif",  "entry", "keep",
        "rept",      "endr",   "function", "endfunc", "space",  "ds",   "dcb",    "db",    NULL};
    return *token == '.' || is_among(token, length, words);
}

/* `.set a, b`, `.thumb_set a, b`, `a EQU b`, `a = b` */
static bool sets(const char *token, size_t length) {
    static const char *const words[] = {".set", ".equ", ".thumb_set", ".equiv", ".eqv", ".weakref", "setalias", NULL};
    return is_among(token, length, words);
}

static bool is_section(const char *token, size_t length) {
    static const char *const words[] = {"area",         "section", "rseg",   "aseg",    "cseg",   "org",   ".section",
                                        ".sect",        ".text",   ".data",  ".rodata", ".bss",   ".org",  ".csect",
                                        ".pushsection", "common",  ".csec",  ".dsec",   ".psect", "psect", "segment",
                                        ".segment",     ".usect",  ".const", "dseg",    "orig",   ".orig", NULL};
    return is_among(token, length, words);
}

/* ---- what is reached ---- */

static void reach(struct vector_lines *lines, const char *name, bool is_sure) {
    vec_push(&lines->reached, ((struct reached){name, lines->path, is_sure}));
}

static void add_way(struct vector_lines *lines, const char *from, const char *to, bool is_code) {
    vec_push(&lines->ways, ((struct way){from, to, lines->path, is_code}));
    if (!is_code && lines->is_vectors(from)) reach(lines, to, true);
}

void vector_lines_alias(struct vector_lines *lines, const char *path, const char *name, const char *other) {
    lines->path = path;
    add_way(lines, name, other, false);
}

/* ---- blocks ---- */

/* One name is enough where something says that it is a table; of others two sound like routines, or what begins stands
 * beside them. */
static bool is_table(const struct vector_lines *lines) {
    const struct block *block = &lines->block;
    size_t count = block->entries.count;
    bool is_lone_jump = block->has_jumps && count < 2;
    if (block->is_said) return !(is_lone_jump && block->label && sounds_like_an_end(block->label));
    if (block->has_jumps) return false;
    return block->routines >= 2 || (block->starts && count >= 2 && lines->section != SECTION_DATA);
}

/* Nobody says what it is, nor what else it is. */
static bool may_be_table(const struct vector_lines *lines) {
    const struct block *block = &lines->block;
    bool is_begin = block->label && sounds_like_an_end(block->label);
    if (lines->section == SECTION_PLACED) return !is_begin;
    return lines->section == SECTION_UNKNOWN && !block->label && !block->has_jumps;
}

static void end_block(struct vector_lines *lines) {
    struct block *block = &lines->block;
    bool is_sure = is_table(lines), is_reached = is_sure || may_be_table(lines);
    bool is_routine = block->has_code && block->label && !sounds_like_an_end(block->label) &&
                      (block->returns_from_interrupt || sounds_like_routine(block->label));
    for (size_t i = 0; i < block->entries.count; i++) {
        if (is_reached) reach(lines, block->entries.items[i], is_sure);
        if (block->label) add_way(lines, block->label, block->entries.items[i], block->has_code);
    }
    for (size_t i = 0; i < block->mentions.count; i++)
        if (block->label) add_way(lines, block->label, block->mentions.items[i], true);
    if (is_routine) reach(lines, block->label, false);
    block->entries.count = block->mentions.count = 0;
    *block = (struct block){.entries = block->entries, .mentions = block->mentions};
}

static void begin_block(struct vector_lines *lines, const char *label) {
    bool goes_on = lines->block.has_code && !lines->block.ends;
    const char *before = lines->block.label;
    bool is_said = label ? says_table(label) : false;
    if (label && !lines->block.has_code && !lines->block.entries.count) is_said |= lines->block.is_said;
    if (label && lines->section == SECTION_VECTORS && !lines->had_code) is_said = true;
    end_block(lines);
    if (label && goes_on && before) add_way(lines, before, label, true);
    lines->block.label = label;
    lines->block.is_said = is_said;
}

static void add_entries(struct vector_lines *lines, const char *at) {
    struct block *block = &lines->block;
    for (size_t length; *at; at += length ? length : 1) {
        length = token_length(at);
        if (!length || isdigit((unsigned char)*at)) continue;
        const char *name = arena_text_n(lines->arena, at, length);
        if (!strcasecmp(name, "pc")) continue; /* `ldr pc, a` */
        vec_push(&block->entries, name);
        block->routines += sounds_like_routine(name);
        block->starts += begins_table(name);
    }
}

static void add_mentions(struct vector_lines *lines, const char *at) {
    for (size_t length; *at; at += length ? length : 1) {
        length = token_length(at);
        if (length && !isdigit((unsigned char)*at))
            vec_push(&lines->block.mentions, arena_text_n(lines->arena, at, length));
    }
}

/* ---- reading ---- */

static enum section section_of(const char *line) {
    static const char *const code[] = {"text", "code", NULL};
    static const char *const data[] = {"data", "bss", "const", NULL};
    size_t length = token_length(line);
    const char *behind = skip_blanks(line + length);
    if (says_table(line)) return SECTION_VECTORS;
    if (is_among(line, length, (const char *const[]){"org", ".org", "aseg", "orig", ".orig", NULL}))
        return SECTION_PLACED;
    if (strcasestr(behind, "at ") && *behind) return SECTION_PLACED; /* `CSEG AT 000BH` */
    if (contains_one_of(line, data)) return SECTION_DATA;
    return contains_one_of(line, code) ? SECTION_CODE : SECTION_UNKNOWN;
}

static void begin_section(struct vector_lines *lines, const char *line) {
    enum section section = section_of(line);
    bool stays = section == SECTION_PLACED && lines->section == SECTION_VECTORS; /* `ORG` within `COMMON INTVEC` */
    begin_block(lines, NULL);
    if (!stays) lines->section = section;
    if (!stays) lines->had_code = false;
    lines->block.is_said = lines->section == SECTION_VECTORS && !lines->had_code;
}

static bool is_own_macro(const struct vector_lines *lines, const char *token, size_t length) {
    for (size_t i = 0; i < lines->macros.count; i++)
        if (spells(token, length, lines->macros.items[i])) return true;
    return false;
}

/* `ldr pc, =f`, `ldr pc, [pc, #24]` */
static bool loads_pc(const char *token, size_t length) {
    const char *behind = skip_blanks(token + length);
    return is_among(token, length, (const char *const[]){"ldr", "ldr.w", "mov", NULL}) &&
           !strncasecmp(behind, "pc", 2) && !is_word_char(behind[2]);
}

/* `subs pc, lr, #4` */
static bool leaves_interrupt(const char *token, size_t length) {
    const char *behind = skip_blanks(token + length);
    return is_return(token, length) ||
           (is_among(token, length, (const char *const[]){"subs", "movs", NULL}) && !strncasecmp(behind, "pc", 2));
}

static void read_operation(struct vector_lines *lines, const char *at) {
    struct block *block = &lines->block;
    size_t length = token_length(at);
    const char *name = length < 64 ? arena_text_n(lines->arena, at, length) : "";
    const char *operand = skip_blanks(at + length);
    bool jumps = (is_jump(at, length) && !goes_by_register(operand)) || loads_pc(at, length);
    bool leaves = leaves_interrupt(at, length);
    bool is_macro =
        is_own_macro(lines, at, length) || (block->is_said && (says_table(name) || sounds_like_routine(name)));
    if (is_address(at, length) || is_macro || (jumps && block->is_said) ||
        (jumps && !block->has_code && lines->section == SECTION_PLACED)) {
        if (!block->has_code) add_entries(lines, at + length);
        block->has_jumps |= jumps && !block->has_code;
        block->ends |= jumps;
        if (block->has_code) add_mentions(lines, jumps ? at + length : "");
    } else if (!is_silent(at, length)) {
        bool is_in_table = leaves && block->is_said && !block->has_code && block->entries.count;
        add_mentions(lines, at + length);
        if (is_in_table) return; /* `reti`, for an interrupt that nobody wants */
        block->has_code = true;
        lines->had_code = true;
        block->ends = jumps || leaves || is_jump(at, length) || ends_function(at, length);
        block->returns_from_interrupt |= leaves;
    }
}

/* `a = b`, `a EQU b`: behind the first one */
static const char *set_by_sign(const char *line, size_t length) {
    const char *behind = skip_blanks(line + length);
    size_t word = token_length(behind);
    if (*behind == '=' && behind[1] != '=') return behind + 1;
    return is_among(behind, word, (const char *const[]){"equ", "set", ".equ", ".set", NULL}) ? behind + word : NULL;
}

/* False: the line gives no name to anything. */
static bool read_setting(struct vector_lines *lines, const char *line) {
    size_t length = token_length(line);
    const char *name = line, *value = NULL;
    if (sets(line, length)) {
        name = skip_blanks(line + length);
        length = token_length(name);
        value = skip_blanks(name + length);
        value += *value == ',';
    } else if (length) {
        value = set_by_sign(line, length);
    }
    if (!value || !length) return false;
    value = skip_blanks(value);
    if (token_length(value) && !isdigit((unsigned char)*value))
        add_way(lines, arena_text_n(lines->arena, name, length), arena_text_n(lines->arena, value, token_length(value)),
                false);
    return true;
}

/* `VECTOR ADDRESS 0xFFD6 on_pin`, of a linker. */
static bool read_linkers_vector(struct vector_lines *lines, const char *line) {
    size_t length = token_length(line);
    if (!spells(line, length, "VECTOR")) return false;
    for (const char *at = line + length; *at; at += length ? length : 1) {
        length = token_length(at);
        if (length && !isdigit((unsigned char)*at)) reach(lines, arena_text_n(lines->arena, at, length), true);
    }
    return true;
}

/* Not one within a function: `1:`, `.L2:` */
static bool is_local(const char *label) {
    return isdigit((unsigned char)*label) || begins_with(label, ".L") || begins_with(label, "$") ||
           begins_with(label, "_L_");
}

/* A line's label, if it has one; `*line` is behind it then. */
static const char *take_label(struct vector_lines *lines, const char **line, bool is_first) {
    const char *at = skip_blanks(*line), *behind;
    size_t length = token_length(at);
    if (!length) return NULL;
    behind = at + length;
    bool is_known = is_address(at, length) || is_section(at, length) || is_silent(at, length);
    bool has_sign = *behind == ':', ends = !*skip_blanks(behind + has_sign);
    size_t next = token_length(skip_blanks(behind));
    bool is_of_data = !is_known && !has_sign && is_address(skip_blanks(behind), next);
    bool is_bare = is_first && !is_known && (ends || is_of_data || !is_jump(at, length)) && !is_return(at, length);
    if (*at == '.' && !has_sign) return NULL;
    if (!has_sign && !is_of_data &&
        !(is_bare && (ends || is_silent(skip_blanks(behind), next) || is_jump(skip_blanks(behind), next))))
        return NULL;
    *line = behind + has_sign;
    return arena_text_n(lines->arena, at, length);
}

static void read_line(struct vector_lines *lines, const char *line) {
    bool is_first = !isspace((unsigned char)*line);
    const char *at = skip_blanks(line);
    if (!*at || *at == '#' || (is_first && *at == '*') || read_linkers_vector(lines, at) || read_setting(lines, at))
        return;
    if (is_section(at, token_length(at))) {
        begin_section(lines, at);
        return;
    }
    const char *label = take_label(lines, &line, is_first);
    bool is_within = label && is_local(label);
    if (label && !is_within) begin_block(lines, label);
    at = skip_blanks(line);
    if (is_section(at, token_length(at)))
        begin_section(lines, at);
    else if (token_length(at))
        read_operation(lines, at);
}

/* `#define V(x) .word x`, `.macro V f`, `V MACRO f`: those that make addresses. */
static void find_macros(struct vector_lines *lines, const char *text) {
    const char *name = NULL;
    lines->macros.count = 0;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        const char *line = arena_text_n(lines->arena, text, length), *at = skip_blanks(line), *body = at;
        size_t word = token_length(at);
        const char *behind = skip_blanks(at + word);
        if (begins_with(at, "#define")) {
            name = skip_blanks(at + strlen("#define"));
            body = name + word_length(name);
            body += *body == '(' ? strcspn(body, ")") : 0;
            body += *body == ')';
        } else if (is_among(at, word, (const char *const[]){".macro", "macro", NULL})) {
            name = behind, body = "";
        } else if (is_among(behind, token_length(behind), (const char *const[]){"macro", ".macro", NULL})) {
            name = at, body = "";
        }
        body = skip_blanks(body);
        if (name && (is_address(body, token_length(body)) || is_jump(body, token_length(body))))
            vec_push(&lines->macros, arena_text_n(lines->arena, name, word_length(name)));
        bool goes_on = begins_with(at, "#define") && (!length || line[length - 1] != '\\');
        if (goes_on || is_among(at, word, (const char *const[]){".endm", "endm", NULL})) name = NULL;
    }
}

void vector_lines_read(struct vector_lines *lines, const char *path, const char *text) {
    lines->path = path;
    lines->section = SECTION_UNKNOWN;
    lines->had_code = false;
    find_macros(lines, text);
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        read_line(lines, arena_text_n(lines->arena, text, length));
    }
    end_block(lines);
}

/* ---- scripts of linkers ---- */

/* `LONG(on_pin)`, behind `.vectors : {`. */
static void read_number(struct vector_lines *lines, const char *at, bool is_said) {
    at = skip_blanks(at);
    if (*at != '(') return;
    at = skip_blanks(at + 1);
    size_t length = token_length(at);
    if (length && !isdigit((unsigned char)*at)) reach(lines, arena_text_n(lines->arena, at, length), is_said);
}

void vector_lines_read_script(struct vector_lines *lines, const char *path, const char *text) {
    static const char *const numbers[] = {"LONG", "SHORT", "QUAD", "BYTE", NULL};
    bool is_said = false;
    size_t length;
    lines->path = path;
    for (const char *at = text; *at; at += length ? length : 1) {
        length = token_length(at);
        if (!length || isdigit((unsigned char)*at)) continue;
        const char *behind = at + length + strspn(at + length, " \t\r\n");
        if (*behind == ':') is_said = says_table(arena_text_n(lines->arena, at, length));
        if (spells_one_of(at, length, numbers)) read_number(lines, at + length, is_said);
        if (!strchr("=", *behind) || behind[1] == '=' || !*behind) continue;
        behind += 1 + strspn(behind + 1, " \t(");
        size_t value = token_length(behind);
        if (value > 1 && !isdigit((unsigned char)*behind))
            add_way(lines, arena_text_n(lines->arena, at, length), arena_text_n(lines->arena, behind, value), false);
    }
}

/* ---- all of it ---- */

static bool has_reached(const struct vector_lines *lines, const char *name, bool is_sure) {
    for (size_t i = 0; i < lines->reached.count; i++)
        if (lines->reached.items[i].is_sure >= is_sure && !strcmp(lines->reached.items[i].name, name)) return true;
    return false;
}

static int by_from(const void *one, const void *other) {
    return strcmp(((const struct way *)one)->from, ((const struct way *)other)->from);
}

/* Each that is reached leads on, by the ways that begin there. Names come in many ways: by the first of them. */
static void follow(struct vector_lines *lines) {
    if (lines->ways.count) qsort(lines->ways.items, lines->ways.count, sizeof *lines->ways.items, by_from);
    for (size_t i = 0; i < lines->reached.count; i++) {
        struct reached reached = lines->reached.items[i];
        size_t low = 0, high = lines->ways.count;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (strcmp(lines->ways.items[middle].from, reached.name) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        for (; low < lines->ways.count && !strcmp(lines->ways.items[low].from, reached.name); low++) {
            struct way way = lines->ways.items[low];
            bool is_sure = reached.is_sure && !way.is_code;
            if ((way.is_code && sounds_like_an_end(way.from)) || has_reached(lines, way.to, is_sure)) continue;
            vec_push(&lines->reached, ((struct reached){way.to, way.path, is_sure}));
        }
    }
}

static struct name_set names_of(struct vector_lines *lines, bool are_sure) {
    VEC(const char *) names = {0};
    follow(lines);
    for (size_t i = 0; i < lines->reached.count; i++)
        if (lines->reached.items[i].is_sure == are_sure) vec_push(&names, lines->reached.items[i].name);
    struct name_set set = name_set_of(lines->arena, names.items, names.count);
    vec_free(&names);
    return set;
}

struct name_set vector_lines_names(struct vector_lines *lines) {
    return names_of(lines, true);
}

struct name_set vector_lines_perhaps(struct vector_lines *lines) {
    return names_of(lines, false);
}

const char *vector_lines_path(const struct vector_lines *lines, const char *name) {
    for (size_t i = 0; i < lines->reached.count; i++)
        if (!strcmp(lines->reached.items[i].name, name)) return lines->reached.items[i].path;
    return NULL;
}
