#include "cfront/invented.h"

#include "base/word.h"
#include "cfront/elsewhere.h"
#include "cfront/unknown_constants.h"
#include "cfront/usual_macro.h"

#include <ctype.h>
#include <string.h>

/* Types of constants, hardware and members have names of their own: so complaints of the compiler tell whose they are.
 */
#define TYPE_OF "rtcheck_of_"
enum { FIRST_ADDRESS = 0x4000, ARRAY_LENGTH = 64 };
enum { ROOM_BEHIND_ADDRESS = 0x100 }; /* `BASE + 4` is its, too */
/* Numbers of their own are small enough for a char, and not those that programs write themselves. */
enum { FIRST_NUMBER = 101 };

/* ---- Finding and adding ---- */

struct invention *invented_find(const struct invented *invented, const char *name) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (!strcmp(invented->list.items[i]->name, name)) return invented->list.items[i];
    return NULL;
}

static struct invented_type *new_type(struct invented *invented, const char *name) {
    struct invented_type *type = arena_new_object(invented->arena, struct invented_type);
    type->name = name;
    vec_push(&invented->types, type);
    return type;
}

static struct invention *new_invention(struct invented *invented, const char *name, enum invented_kind kind) {
    struct invention *invention = arena_new_object(invented->arena, struct invention);
    invention->name = arena_text(invented->arena, name);
    invention->kind = kind;
    bool is_own = kind == INVENTED_TYPE || kind == INVENTED_TAG; /* the name is that of the type */
    const char *type = is_own ? invention->name : arena_printf(invented->arena, TYPE_OF "%s", name);
    invention->type = new_type(invented, type);
    if (kind == INVENTED_TYPE) invention->type->number = number_name(invention->name);
    vec_push(&invented->list, invention);
    return invention;
}

static const struct invented_lack *lack_of(const struct invention *invention, const char *source) {
    for (size_t i = 0; i < invention->lacks.count; i++)
        if (!strcmp(invention->lacks.items[i].source, source)) return &invention->lacks.items[i];
    return NULL;
}

static bool is_lacked(const struct invention *invention, const char *source) {
    const struct invented_lack *lack = lack_of(invention, source);
    return lack && !lack->is_own;
}

bool invented_is_lacked(const struct invention *invention) {
    for (size_t i = 0; i < invention->lacks.count; i++)
        if (!invention->lacks.items[i].is_own) return true;
    return false;
}

static void give_number(struct invented *invented, struct invention *invention) {
    bool needs_one = invention->kind == INVENTED_NUMBER && !invention->is_address && !invention->own_number;
    if (!needs_one) return;
    invention->number = invention->own_number = FIRST_NUMBER + invented->numbers++;
    invention->is_usual = unknown_constants_is_usual(invention->name, &invention->number);
}

/* `typedef struct NAME NAME;` */
static bool is_tag_and_type(enum invented_kind one, enum invented_kind other) {
    return (one == INVENTED_TAG && other == INVENTED_TYPE) || (one == INVENTED_TYPE && other == INVENTED_TAG);
}

bool invented_add(struct invented *invented, const char *name, enum invented_kind kind, const char *source) {
    struct invention *invention = invented_find(invented, name);
    if (invention && lack_of(invention, source) && !is_lacked(invention, source)) return false;
    if (invention && invention->is_value && kind == INVENTED_TYPE) kind = INVENTED_CONSTANT;
    bool learned = !invention || !is_lacked(invention, source) || invention->kind < kind;
    if (invention && is_tag_and_type(invention->kind, kind)) {
        learned |= !invention->is_type;
        invention->is_type = true;
    }
    if (!invention) invention = new_invention(invented, name, kind);
    if (invention->kind < kind) {
        invention->kind = kind;
        if (kind == INVENTED_TYPE) {
            invention->type = new_type(invented, invention->name);
            invention->type->number = number_name(invention->name);
        }
    }
    give_number(invented, invention);
    if (!is_lacked(invention, source)) vec_push(&invention->lacks, (struct invented_lack){.source = source});
    return learned;
}

static bool is_taken(const struct invented *invented, unsigned number) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (invented->list.items[i]->kind == INVENTED_NUMBER && invented->list.items[i]->number == number) return true;
    return false;
}

bool invented_lower(struct invented *invented, struct invention *number, unsigned limit) {
    unsigned from = number->number < limit ? number->number : limit, lower = from;
    while (lower > 1 && is_taken(invented, lower - 1)) lower--;
    if (from <= 1) return false;
    number->number = lower > 1 ? lower - 1 : from - 1;
    number->is_size = true;
    return true;
}

bool invented_borrow(struct invented *invented, const char *name, const char *file, struct invented_lack lack) {
    struct invention *invention = invented_find(invented, name);
    if (!invention) invention = new_invention(invented, name, INVENTED_BORROWED);
    if (lack_of(invention, lack.source)) return false;
    invention->file = file;
    vec_push(&invention->lacks, lack);
    return true;
}

static void forget_type(struct invented *invented, struct invented_type *type) {
    for (size_t i = 0; i < type->members.count; i++) forget_type(invented, type->members.items[i].type);
    vec_free(&type->members);
    for (size_t i = 0; i < invented->types.count; i++)
        if (invented->types.items[i] == type) vec_remove(&invented->types, i);
}

void invented_forget(struct invented *invented, struct invention *invention) {
    forget_type(invented, invention->type);
    vec_free(&invention->lacks);
    for (size_t i = 0; i < invented->list.count; i++)
        if (invented->list.items[i] == invention) vec_remove(&invented->list, i);
}

bool invented_leave_to(struct invented *invented, const char *name, const char *source) {
    struct invention *invention = invented_find(invented, name);
    struct invented_lack *lack = invention ? (struct invented_lack *)lack_of(invention, source) : NULL;
    if (!lack || lack->is_own) return false;
    lack->is_own = true;
    return true;
}

bool invented_make_value(struct invented *invented, const char *name) {
    struct invention *invention = invented_find(invented, name);
    if (!invention || invention->kind != INVENTED_TYPE || invention->is_value) return false;
    invention->is_value = true;
    invention->kind = INVENTED_CONSTANT;
    invention->type = new_type(invented, arena_printf(invented->arena, TYPE_OF "%s", name));
    return true;
}

static bool begins(const char *text, size_t length, const char *with) {
    return length >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

struct invented_type *invented_type(const struct invented *invented, const char *name, size_t length) {
    static const char *const before[] = {"const ", "volatile ", "struct ", INVENTED_RECORD};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (begins(name, length, before[i])) name += strlen(before[i]), length -= strlen(before[i]);
    for (size_t i = 0; i < invented->types.count; i++)
        if (strlen(invented->types.items[i]->name) == length && !memcmp(invented->types.items[i]->name, name, length))
            return invented->types.items[i];
    return NULL;
}

struct invention *invented_of_type(const struct invented *invented, const struct invented_type *type) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (invented->list.items[i]->type == type) return invented->list.items[i];
    return NULL;
}

struct invented_type *invented_borrowed_type(const struct invented *invented, const struct invention *invention,
                                             const char *source) {
    const struct invented_lack *lack = lack_of(invention, source);
    struct invented_type *only = NULL;
    for (const char *at = lack && lack->declaration ? lack->declaration : ""; *at;) {
        size_t length = word_length(at);
        struct invented_type *type = length ? invented_type(invented, at, length) : NULL;
        if (type && only && type != only) return NULL;
        if (type) only = type;
        at += length ? length : 1;
    }
    return only;
}

struct invented_type *invented_member_type(const struct invented_type *type, const char *name) {
    for (size_t i = 0; i < type->members.count; i++)
        if (!strcmp(type->members.items[i].name, name)) return type->members.items[i].type;
    return NULL;
}

struct invented_type *invented_only_member(const struct invented *invented, const char *name) {
    struct invented_type *only = NULL;
    for (size_t i = 0; i < invented->types.count; i++) {
        struct invented_type *type = invented_member_type(invented->types.items[i], name);
        if (type && only) return NULL;
        if (type) only = type;
    }
    return only;
}

bool invented_add_member(struct invented *invented, struct invented_type *type, const char *name) {
    if (invented_member_type(type, name)) return false;
    const char *of = arena_printf(invented->arena, TYPE_OF "%s_in_%s", name, type->name);
    vec_push(&type->members, (struct invented_member){arena_text(invented->arena, name), new_type(invented, of)});
    return true;
}

bool invented_any(const struct invented *invented, const char *source) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (is_lacked(invented->list.items[i], source)) return true;
    return false;
}

/* ---- The header ---- */

/* In hardware nobody asks how long it is. What holds pointers is one pointer. */
static bool is_array(const struct invented_type *type) { return type->is_array && type->shape != SHAPE_ADDRESS; }

static void print_members(struct text *out, const struct invented_type *type, bool is_register, int length) {
    for (size_t i = 0; i < type->members.count; i++) {
        const struct invented_member *member = &type->members.items[i];
        text_printf(out, " %s%s %s", is_register ? "volatile " : "", member->type->name, member->name);
        if (is_array(member->type)) text_printf(out, "[%d]", length);
        text_add_char(out, ';');
    }
}

/* `*(NAME *)0x4000`. A name that says which number it is says that it is no register. */
static bool is_itself_register(const struct invented_type *type) {
    return type->is_at_address && type->shape == SHAPE_NUMBER && !type->number;
}

/* The narrowest type that the constants fit in. */
static const char *narrowest(const struct invented_type *type) {
    if (type->least < INT16_MIN || type->most > UINT16_MAX) return "int";
    if (type->least < 0) return type->least < INT8_MIN || type->most > INT8_MAX ? "short" : "signed char";
    return type->most > UINT8_MAX ? "unsigned short" : "unsigned char";
}

/* Is it a number of which nobody says which? */
static bool is_open(const struct invented *invented, const struct invented_type *type) {
    const struct invention *of = invented_of_type(invented, type);
    return of && of->kind == INVENTED_TYPE && invented_is_lacked(of) && type->shape == SHAPE_NUMBER &&
           !type->is_at_address && !type->number && strcmp(narrowest(type), "int") != 0;
}

/* Registers have no sign: what is counted there does not overflow. */
static void print_type(struct text *out, const struct invented *invented, const struct invented_type *type,
                       bool is_register, int length) {
    for (size_t i = 0; i < type->members.count; i++)
        print_type(out, invented, type->members.items[i].type, is_register, length);
    if (type->shape == SHAPE_NUMBER || type->shape == SHAPE_ADDRESS) {
        const char *number = type->number                                     ? type->number->type
                             : is_register                                    ? "unsigned"
                             : invented->is_narrow && is_open(invented, type) ? narrowest(type)
                                                                              : "int";
        bool is_number = type->shape == SHAPE_NUMBER;
        text_printf(out, "typedef %s%s%s%s;\n", is_itself_register(type) ? "volatile " : "",
                    is_number ? number : "void *", is_number ? " " : "", type->name);
        return;
    }
    text_printf(out, "struct " INVENTED_RECORD "%s {", type->name);
    print_members(out, type, is_register, length);
    text_printf(out, " };\ntypedef %sstruct " INVENTED_RECORD "%s %s%s;\n",
                type->shape == SHAPE_POINTER ? "volatile " : "", type->name, type->shape == SHAPE_POINTER ? "*" : "",
                type->name);
}

/* Somebody asks for it before anything is known of its members: then it has one that nobody uses. */
static void print_record(struct text *out, const struct invented *invented, const struct invented_type *type) {
    for (size_t i = 0; i < type->members.count; i++)
        print_type(out, invented, type->members.items[i].type, type->is_at_address, ELSEWHERE_ELEMENTS);
    text_printf(out, "struct %s {", type->name);
    print_members(out, type, type->is_at_address, ELSEWHERE_ELEMENTS);
    text_add(out, type->members.count ? " };\n" : " int rtcheck_nothing; };\n");
}

static void print_tag(struct text *out, const struct invented *invented, const struct invention *invention) {
    const char *word = invention->is_enum ? "enum" : "struct", *name = invention->name;
    if (invention->is_enum)
        text_printf(out, "enum %s { rtcheck_least_%s = -__INT_MAX__ - 1, rtcheck_most_%s = __INT_MAX__ };\n", name,
                    name, name);
    else
        print_record(out, invented, invention->type);
    if (invention->is_type) text_printf(out, "typedef %s %s %s;\n", word, name, name);
}

static unsigned room_of(const struct invented_type *type) {
    unsigned room = 8;
    for (size_t i = 0; i < type->members.count; i++) room += room_of(type->members.items[i].type);
    return type->is_array ? room * ARRAY_LENGTH : room;
}

bool invented_is_variable(const struct invention *invention) {
    const struct invented_type *type = invention->type;
    return invention->kind == INVENTED_HARDWARE && islower((unsigned char)*invention->name) && !invention->pointer &&
           !invention->file && (type->shape == SHAPE_NUMBER || type->shape == SHAPE_RECORD);
}

/* Who wants a pointer to registers says that they are volatile, or that they are of a type of ours. */
bool invented_is_memory(const struct invented *invented, const struct invention *invention) {
    const char *pointer = invention->kind == INVENTED_HARDWARE ? invention->pointer : NULL;
    if (!pointer || strstr(pointer, "volatile")) return false;
    return !invented_type(invented, pointer, strcspn(pointer, "*") - (strcspn(pointer, "*") > 0));
}

static void print_hardware(struct text *out, const struct invented *invented, const struct invention *invention,
                           unsigned address) {
    if (invented_is_variable(invention) && invention->type->is_array)
        text_printf(out, "extern %s %s[%d];\n", invention->type->name, invention->name, ELSEWHERE_ELEMENTS);
    else if (invented_is_variable(invention))
        text_printf(out, "extern %s %s;\n", invention->type->name, invention->name);
    else if (invented_is_memory(invented, invention))
        text_printf(out, "extern unsigned char %s[%d] __attribute__((aligned(16)));\n#define %s ((%s)%s)\n",
                    invention->name, ELSEWHERE_ELEMENTS, invention->name, invention->pointer, invention->name);
    else if (invention->pointer)
        text_printf(out, "#define %s ((%s)%#x)\n", invention->name, invention->pointer, address);
    else if (invention->type->is_array)
        text_printf(out, "#define %s ((volatile %s *)%#x)\n", invention->name, invention->type->name, address);
    else if (invention->type->shape == SHAPE_POINTER)
        text_printf(out, "#define %s ((%s)%#x)\n", invention->name, invention->type->name, address);
    else
        text_printf(out, "#define %s (*(volatile %s *)%#x)\n", invention->name, invention->type->name, address);
}

/* A type to which a name of hardware points, or a number, has registers for members. */
static bool is_of_registers(const struct invented *invented, const struct invention *of) {
    size_t length = strlen(of->name);
    if (of->type->is_at_address) return true;
    for (size_t i = 0; i < invented->list.count; i++) {
        const char *pointer = invented->list.items[i]->pointer;
        if (invented->list.items[i]->kind != INVENTED_HARDWARE || !pointer) continue;
        if (begins(pointer, strlen(pointer), "volatile ")) pointer += strlen("volatile ");
        if (begins(pointer, strlen(pointer), of->name) && !strcmp(pointer + length, " *")) return true;
    }
    return of->kind == INVENTED_HARDWARE && !invented_is_variable(of);
}

/* What a word before a type says, by its name: `STATIC`, `__STATIC_INLINE`, `EE_INLINE`, `__weak`, `VOLATILE`. "":
 * nothing. */
static const char *word_for(const char *name) {
    bool is_static = strcasestr(name, "static"), is_inline = strcasestr(name, "inline");
    if (strcasestr(name, "volatile") || !strcmp(name + strspn(name, "_"), "VOL")) return " volatile";
    if (strcasestr(name, "weak")) return " __attribute__((weak))";
    if (strcasestr(name, "noinit") || strcasestr(name, "no_init")) return " __attribute__((section(\".noinit\")))";
    if (!strcasecmp(name + strspn(name, "_"), "packed")) return " __attribute__((packed))";
    return is_static && is_inline ? " static inline" : is_static ? " static" : is_inline ? " inline" : "";
}

/* Where it cannot be said, the compiler's error stays. */
static void print_borrowed(struct text *out, const struct invented_lack *lack) {
    if (lack->declaration) text_add(out, lack->declaration);
}

static void print_invention(struct text *out, const struct invented *invented, const struct invention *invention,
                            unsigned address, bool learning) {
    if (invention->kind <= INVENTED_TYPE)
        print_type(out, invented, invention->type, is_of_registers(invented, invention),
                   invention->kind == INVENTED_TYPE || invented_is_variable(invention) ? ELSEWHERE_ELEMENTS
                                                                                       : ARRAY_LENGTH);
    switch (invention->kind) {
    case INVENTED_CONSTANT:
        text_printf(out, "%s%s %s;\n", learning ? "extern const " : "", invention->type->name, invention->name);
        break;
    case INVENTED_NUMBER:
        text_printf(out, "enum { %s = %u };\n", invention->name, invention->is_address ? address : invention->number);
        break;
    case INVENTED_TEXT: text_printf(out, "#define %s \"\\%o\"\n", invention->name, INVENTED_CHARACTER); break;
    case INVENTED_LIST: text_printf(out, "#define %s {0}\n", invention->name); break;
    case INVENTED_HARDWARE: print_hardware(out, invented, invention, address); break;
    case INVENTED_TAG: print_tag(out, invented, invention); break;
    case INVENTED_WORD: text_printf(out, "#define %s%s\n", invention->name, word_for(invention->name)); break;
    case INVENTED_MACRO: text_printf(out, "#define %s%s\n", invention->name, usual_macro(invention->name)); break;
    case INVENTED_LINE: text_printf(out, "#define %s(...)\n", invention->name); break;
    default: break;
    }
}

/* What is borrowed is made of the others. */
void invented_print(const struct invented *invented, const char *source, bool learning, struct text *out) {
    unsigned address = FIRST_ADDRESS;
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invention->kind == INVENTED_NUMBER && invention->is_address) address += ROOM_BEHIND_ADDRESS;
        if (invention->kind == INVENTED_HARDWARE) address += (room_of(invention->type) + 15) / 16 * 16;
        if (is_lacked(invention, source)) print_invention(out, invented, invention, address, learning);
    }
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invention->kind == INVENTED_BORROWED && is_lacked(invention, source))
            print_borrowed(out, lack_of(invention, source));
    }
}

/* ---- Telling ---- */

static bool is_like(const struct invention *a, const struct invention *b) {
    return a->file && b->file && !strcmp(a->file, b->file) &&
           (a->kind == INVENTED_BORROWED) == (b->kind == INVENTED_BORROWED);
}

static bool is_first_like_it(const struct invented *invented, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (is_like(invented->list.items[i], invented->list.items[index])) return false;
    return true;
}

/* What other files have: the same, or something else, as it could not be said here what that is. */
static void tell_others(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *first = invented->list.items[i];
        if (!first->file || !invented_is_lacked(first) || !is_first_like_it(invented, i)) continue;
        text_printf(out, "%s`%s`", out->length ? "; " : "", first->name);
        size_t count = 1;
        for (size_t j = i + 1; j < invented->list.count; j++) {
            if (!is_like(first, invented->list.items[j])) continue;
            text_printf(out, ", `%s`", invented->list.items[j]->name);
            count++;
        }
        text_printf(out, " %s %s%s of %s", count > 1 ? "are" : "is", first->kind == INVENTED_BORROWED ? "" : "not ",
                    count > 1 ? "those" : "that", first->file);
    }
}

static bool is_named_number(const struct invention *invention) {
    return invention->kind == INVENTED_TYPE && invention->type->shape == SHAPE_NUMBER && invention->type->number;
}

/* Structures and pointers to them are told apart from numbers. */
static bool belongs(const struct invention *invention, enum invented_kind kind, bool is_record) {
    return invented_is_lacked(invention) && invention->kind == kind && !is_named_number(invention) &&
           !(kind == INVENTED_NUMBER && invention->is_address) &&
           (kind != INVENTED_HARDWARE || invented_is_variable(invention) == is_record) &&
           (kind != INVENTED_WORD || !*word_for(invention->name)) &&
           (kind != INVENTED_TYPE || (invention->type->shape != SHAPE_NUMBER) == is_record) &&
           (kind != INVENTED_TAG || invention->is_enum != is_record);
}

static void tell_group(const struct invented *invented, struct text *out, enum invented_kind kind, bool is_record,
                       const char *what) {
    unsigned count = 0;
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (!belongs(invention, kind, is_record) || invented_is_memory(invented, invention)) continue;
        text_printf(out, "%s`%s`", count ? ", " : out->length ? "; " : "", invention->name);
        if (kind == INVENTED_NUMBER) text_printf(out, " = %u", invention->number);
        count++;
    }
    if (count) text_printf(out, " %s %s", count > 1 ? "are" : "is", what);
}

void invented_tell_guesses(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (!invention->is_usual && belongs(invention, INVENTED_NUMBER, false))
            text_printf(out, "%s`%s` = %u", out->length ? ", " : "", invention->name, invention->number);
        if (belongs(invention, INVENTED_TEXT, false) || belongs(invention, INVENTED_LIST, false))
            text_printf(out, "%s`%s`", out->length ? ", " : "", invention->name);
    }
}

void invented_tell_narrower(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (is_open(invented, invention->type))
            text_printf(out, "%s`%s` is `%s`", out->length ? ", " : "", invention->name, narrowest(invention->type));
    }
}

/* Arrays in structures that may lie in memory. */
static void tell_arrays(struct text *out, const struct invented_type *type) {
    for (size_t i = 0; i < type->members.count; i++) {
        const struct invented_member *member = &type->members.items[i];
        if (is_array(member->type))
            text_printf(out, "%s`%s` in `%s` has %d elements", out->length ? "; " : "", member->name, type->name,
                        ELSEWHERE_ELEMENTS);
        tell_arrays(out, member->type);
    }
}

static void tell_hardware(const struct invented *invented, struct text *out) {
    tell_group(invented, out, INVENTED_HARDWARE, false, "hardware");
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invented_is_lacked(invention) && invented_is_memory(invented, invention))
            text_printf(out, "%s`%s` is memory of %d bytes", out->length ? "; " : "", invention->name,
                        ELSEWHERE_ELEMENTS);
    }
}

static void tell_variables(const struct invented *invented, struct text *out) {
    tell_group(invented, out, INVENTED_HARDWARE, true, "what others declare, of `int`");
    for (size_t i = 0; i < invented->list.count; i++)
        if (belongs(invented->list.items[i], INVENTED_HARDWARE, true) && invented->list.items[i]->type->is_array)
            text_printf(out, "; `%s` has %d elements", invented->list.items[i]->name, ELSEWHERE_ELEMENTS);
}

static void tell_words(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        const char *word = invention->kind == INVENTED_WORD ? word_for(invention->name) : "";
        if (*word) text_printf(out, "%s`%s` is `%s`", out->length ? "; " : "", invention->name, word + 1);
    }
}

static void tell_addresses(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invention->kind == INVENTED_NUMBER && invention->is_address)
            text_printf(out, "%s`%s` is an address of hardware", out->length ? "; " : "", invention->name);
    }
}

static void tell_named_numbers(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (is_named_number(invention))
            text_printf(out, "%s`%s` is %s", out->length ? "; " : "", invention->name, invention->type->number->words);
    }
}

void invented_tell(const struct invented *invented, struct text *out) {
    tell_named_numbers(invented, out);
    tell_group(invented, out, INVENTED_TYPE, false, "`int`");
    tell_group(invented, out, INVENTED_TYPE, true, "structures of `int`");
    tell_group(invented, out, INVENTED_TAG, true, "structures of `int`");
    tell_group(invented, out, INVENTED_TAG, false, "`int`");
    tell_group(invented, out, INVENTED_CONSTANT, false, "constant, and any `int`");
    tell_group(invented, out, INVENTED_NUMBER, false, "constant, and not another number");
    tell_group(invented, out, INVENTED_TEXT, false, "a text");
    tell_group(invented, out, INVENTED_LIST, false, "zeros");
    tell_hardware(invented, out);
    tell_variables(invented, out);
    tell_addresses(invented, out);
    tell_words(invented, out);
    tell_group(invented, out, INVENTED_WORD, false, "nothing");
    tell_group(invented, out, INVENTED_LINE, false, "nothing");
    tell_group(invented, out, INVENTED_MACRO, false, "what macros of that name usually are");
    tell_others(invented, out);
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invention->kind != INVENTED_TYPE && invention->kind != INVENTED_TAG) continue;
        bool has_members =
            invention->kind == INVENTED_TAG ? !invention->is_enum : invention->type->shape != SHAPE_NUMBER;
        if (is_itself_register(invention->type) && invention->kind == INVENTED_TYPE)
            text_printf(out, "; `%s` is volatile", invention->name);
        else if (has_members && is_of_registers(invented, invention))
            text_printf(out, "; members of `%s` are volatile", invention->name);
        tell_arrays(out, invention->type);
    }
}

void invented_free(struct invented *invented) {
    for (size_t i = 0; i < invented->list.count; i++) vec_free(&invented->list.items[i]->lacks);
    for (size_t i = 0; i < invented->types.count; i++) vec_free(&invented->types.items[i]->members);
    vec_free(&invented->list);
    vec_free(&invented->types);
}
