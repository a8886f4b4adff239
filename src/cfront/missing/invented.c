#include "cfront/load/stubs.h"
#include "cfront/missing/invented_parts.h"

#include "base/word.h"
#include "cfront/missing/other_number.h"
#include "cfront/text/usual_constant.h"
#include "cfront/text/usual_macro.h"

#include <ctype.h>
#include <string.h>

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
    invention->is_variable = is_in_list(name, invented->variables, invented->variable_count);
    bool is_own = kind == INVENTED_TYPE || kind == INVENTED_TAG; /* the name is that of the type */
    const char *type = is_own ? invention->name : arena_printf(invented->arena, INVENTED_TYPE_OF "%s", name);
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

struct invention *invented_constant(const struct invented *invented, const char *name) {
    struct invention *invention = invented_find(invented, name);
    bool is_constant = invention && invention->kind == INVENTED_CONSTANT && invented_is_lacked(invention);
    return is_constant ? invention : NULL;
}

/* A generated header has them, and which numbers they are makes no difference. */
static bool is_message(const struct invented *invented, const char *name, unsigned *number) {
    for (unsigned i = 0; invented->messages && invented->messages[i]; i++)
        if (!strcmp(invented->messages[i], name)) {
            *number = i;
            return true;
        }
    return false;
}

bool invented_knows_number(const struct invented *invented, const char *name, unsigned *number) {
    return unknown_constants_is_usual(name, number) || is_message(invented, name, number);
}

int invented_number(const struct invented *invented, const struct invention *invention) {
    for (size_t i = 0; i < invented->counted_count; i++)
        if (!strcmp(invented->counted[i].name, invention->name)) return invented->counted[i].number;
    return (int)invention->number;
}

static void give_number(struct invented *invented, struct invention *invention) {
    bool needs_one = invention->kind == INVENTED_NUMBER && !invention->is_address && !invention->own_number;
    if (!needs_one) return;
    invention->number = invention->own_number = FIRST_NUMBER + invented->numbers++;
    invention->is_usual = invented_knows_number(invented, invention->name, &invention->number);
}

/* `typedef struct NAME NAME;` */
static bool is_tag_and_type(enum invented_kind one, enum invented_kind other) {
    return (one == INVENTED_TAG && other == INVENTED_TYPE) || (one == INVENTED_TYPE && other == INVENTED_TAG);
}

bool invented_add(struct invented *invented, const char *name, enum invented_kind kind, const char *source) {
    struct invention *invention = invented_find(invented, name);
    if (invention && lack_of(invention, source) && !is_lacked(invention, source)) return false;
    if (invention && invention->is_value && kind == INVENTED_TYPE) kind = INVENTED_CONSTANT;
    bool is_variable = kind == INVENTED_CONSTANT && is_in_list(name, invented->variables, invented->variable_count);
    if (is_variable) kind = INVENTED_HARDWARE;
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
    invention->type = new_type(invented, arena_printf(invented->arena, INVENTED_TYPE_OF "%s", name));
    return true;
}

static bool begins(const char *text, size_t length, const char *with) {
    return length >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

struct invented_type *invented_type(const struct invented *invented, const char *name, size_t length) {
    static const char *const before[] = {"const ", "volatile ", "struct ", "union ", INVENTED_RECORD};
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
    const char *of = arena_printf(invented->arena, INVENTED_TYPE_OF "%s_in_%s", name, type->name);
    vec_push(&type->members, (struct invented_member){arena_text(invented->arena, name), new_type(invented, of)});
    return true;
}

bool invented_any(const struct invented *invented, const char *source) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (is_lacked(invented->list.items[i], source)) return true;
    return false;
}

/* ---- The header ---- */

bool invented_is_array(const struct invented_type *type) { return type->is_array && type->shape != SHAPE_ADDRESS; }

static void print_members(struct text *out, const struct invented *invented, const struct invented_type *type,
                          bool is_register, int length) {
    for (size_t i = 0; i < type->members.count; i++) {
        const struct invented_member *member = &type->members.items[i];
        text_printf(out, " %s%s %s", is_register ? "volatile " : "", member->type->name, member->name);
        bool may_be_field = invented->has_fields && !(is_register && invented->strains_types); /* open_values.h */
        unsigned bits = may_be_field ? other_number_bits(invented, member->type) : 0;
        if (invented_is_array(member->type)) text_printf(out, "[%d]", length);
        if (bits) text_printf(out, " : %u", bits);
        text_add_char(out, ';');
    }
}

/* `*(NAME *)0x4000`. A name that says which number it is says that it is no register. */
bool invented_is_register(const struct invented_type *type) {
    return type->is_at_address && type->shape == SHAPE_NUMBER && !type->number;
}

bool invented_is_array_type(const struct invented *invented, const struct invented_type *type) {
    const struct invention *of = type->is_array ? invented_of_type(invented, type) : NULL;
    return of && of->kind == INVENTED_TYPE;
}

/* Structures in a list of parameters would be others. */
static void print_tags(struct text *out, const char *type) {
    static const char *const words[] = {"struct ", "union "};
    for (const char *at = type; *at; at++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (begins_with(at, words[i]) && (at == type || !is_word_char(at[-1]))) {
                const char *tag = at + strlen(words[i]);
                text_printf(out, "%s%.*s;\n", words[i], (int)word_length(tag), tag);
            }
}

static void print_type(struct text *out, const struct invented *invented, const struct invented_type *type,
                       bool is_register, int length);

/* What leads to a type of ours may stand before that: a structure is declared, a number defined, twice perhaps. */
static void print_target(struct text *out, const struct invented *invented, const char *pointer) {
    size_t length = word_length(pointer);
    const struct invented_type *type = length ? invented_type(invented, pointer, length) : NULL;
    const struct invention *of = type ? invented_of_type(invented, type) : NULL;
    if (!of || of->kind != INVENTED_TYPE || strcmp(pointer + length, " *") != 0) return;
    if (type->shape == SHAPE_NUMBER)
        print_type(out, invented, type, invented_is_of_registers(invented, of), ELSEWHERE_ELEMENTS);
    else if (type->shape == SHAPE_RECORD)
        text_printf(out, "typedef struct " INVENTED_RECORD "%s %s;\n", type->name, type->name);
}

const char *invented_told_number(const struct invented *invented, const char *type) {
    for (size_t i = 0; i < invented->number_count; i++)
        if (!strcmp(invented->number_list[i].type, type)) return invented->number_list[i].number;
    return NULL;
}

/* Registers have no sign: what is counted there does not overflow. */
static void print_type(struct text *out, const struct invented *invented, const struct invented_type *type,
                       bool is_register, int length) {
    for (size_t i = 0; i < type->members.count; i++)
        print_type(out, invented, type->members.items[i].type, is_register, length);
    if (type->shape == SHAPE_ADDRESS && type->leads_to) {
        print_tags(out, type->leads_to);
        print_target(out, invented, type->leads_to);
        text_printf(out, "typedef __typeof__(%s) %s;\n", type->leads_to, type->name);
        return;
    }
    if (type->shape == SHAPE_NUMBER || type->shape == SHAPE_ADDRESS) {
        const char *other = is_register ? NULL : other_number(invented, type, invented->reading);
        const char *taken = type->number ? type->number->type : is_register ? "unsigned" : "int";
        const char *told = invented_told_number(invented, type->name), *number = told ? told : other ? other : taken;
        bool is_number = type->shape == SHAPE_NUMBER;
        text_printf(out, "typedef %s%s%s%s", invented_is_register(type) ? "volatile " : "",
                    is_number ? number : "void *", is_number ? " " : "", type->name);
        if (is_number && invented_is_array_type(invented, type)) text_printf(out, "[%d]", ELSEWHERE_ELEMENTS);
        text_add(out, ";\n");
        return;
    }
    text_printf(out, "struct " INVENTED_RECORD "%s {", type->name);
    print_members(out, invented, type, is_register, length);
    text_printf(out, " };\ntypedef %sstruct " INVENTED_RECORD "%s %s%s;\n",
                type->shape == SHAPE_POINTER ? "volatile " : "", type->name, type->shape == SHAPE_POINTER ? "*" : "",
                type->name);
}

/* Somebody asks for it before anything is known of its members: then it has one that nobody uses. */
static void print_record(struct text *out, const struct invented *invented, const struct invented_type *type) {
    for (size_t i = 0; i < type->members.count; i++)
        print_type(out, invented, type->members.items[i].type, type->is_at_address, ELSEWHERE_ELEMENTS);
    const struct invention *of = invented_of_type(invented, type);
    text_printf(out, "%s %s {", of && of->is_union ? "union" : "struct", type->name);
    print_members(out, invented, type, type->is_at_address, ELSEWHERE_ELEMENTS);
    text_add(out, type->members.count ? " };\n" : " int rtcheck_nothing; };\n");
}

static void print_tag(struct text *out, const struct invented *invented, const struct invention *invention) {
    const char *word = invention->is_enum ? "enum" : invention->is_union ? "union" : "struct", *name = invention->name;
    if (invention->is_enum)
        text_printf(out, "enum %s { " INVENTED_ENUMERATOR "%s = -__INT_MAX__ - 1, rtcheck_most_%s = __INT_MAX__ };\n",
                    name, name, name);
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
    bool is_called_so = invention->is_variable || islower((unsigned char)*invention->name);
    return invention->kind == INVENTED_HARDWARE && is_called_so && !invention->pointer && !invention->file &&
           (type->shape == SHAPE_NUMBER || type->shape == SHAPE_RECORD);
}

/* Who wants a pointer to registers says that they are volatile, or that they are of a type of ours. */
bool invented_is_memory(const struct invented *invented, const struct invention *invention) {
    const char *pointer = invention->kind == INVENTED_HARDWARE ? invention->pointer : NULL;
    if (!pointer || strstr(pointer, "volatile")) return false;
    return !invented_type(invented, pointer, strcspn(pointer, "*") - (strcspn(pointer, "*") > 0));
}

/* What is there is said by this name, and so it has to have that. */
static bool is_stubbed(const struct invented *invented, const struct invention *invention) {
    bool is_place = !invention->result && !invention->is_called && !invention->pointer;
    return is_place && invented->stubs && stubs_have_variable(invented->stubs, invention->name);
}

static void print_stubbed(struct text *out, const struct invention *invention) {
    const char *name = invention->name, *type = invention->type->name;
    if (invention->type->shape == SHAPE_POINTER)
        text_printf(out, "extern volatile struct " INVENTED_RECORD "%s %s[1];\n", type, name);
    else if (invention->type->is_array)
        text_printf(out, "extern volatile %s %s[%d];\n", type, name, ELSEWHERE_ELEMENTS);
    else
        text_printf(out, "extern volatile %s %s;\n", type, name);
}

static void print_hardware(struct text *out, const struct invented *invented, const struct invention *invention,
                           unsigned address) {
    const char *before = invented->keeps_variables ? "" : "extern ";
    if (invention->result)
        text_printf(out, "extern %s %s;\n", invention->result, invention->name);
    else if (is_stubbed(invented, invention))
        print_stubbed(out, invention);
    else if (invented_is_variable(invention) && invention->type->is_array)
        text_printf(out, "%s%s %s[%d];\n", before, invention->type->name, invention->name, ELSEWHERE_ELEMENTS);
    else if (invented_is_variable(invention))
        text_printf(out, "%s%s %s;\n", before, invention->type->name, invention->name);
    else if (invented_is_memory(invented, invention))
        text_printf(out, "extern unsigned char %s[%d] __attribute__((aligned(16)));\n#define %s ((%s)%s)\n",
                    invention->name, ELSEWHERE_ELEMENTS, invention->name, invention->pointer, invention->name);
    else if (invention->is_called)
        text_printf(out, "#define %s(...) (*(volatile %s *)%#x)\n", invention->name, invention->type->name, address);
    else if (invention->pointer)
        text_printf(out, "#define %s ((%s)%#x)\n", invention->name, invention->pointer, address);
    else if (invention->type->is_array)
        text_printf(out, "#define %s ((volatile %s *)%#x)\n", invention->name, invention->type->name, address);
    else if (invention->type->shape == SHAPE_POINTER)
        text_printf(out, "#define %s ((%s)%#x)\n", invention->name, invention->type->name, address);
    else
        text_printf(out, "#define %s (*(volatile %s *)%#x)\n", invention->name, invention->type->name, address);
}

bool invented_is_of_registers(const struct invented *invented, const struct invention *of) {
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
const char *invented_word(const char *name) {
    bool is_static = strcasestr(name, "static"), is_inline = strcasestr(name, "inline");
    if (strcasestr(name, "volatile") || !strcmp(name + strspn(name, "_"), "VOL")) return " volatile";
    if (strcasestr(name, "weak")) return " __attribute__((weak))";
    if (strcasestr(name, "noinit") || strcasestr(name, "no_init")) return " __attribute__((section(\".noinit\")))";
    if (strcasestr(name, "packed")) return " __attribute__((packed))";
    return is_static && is_inline ? " static inline" : is_static ? " static" : is_inline ? " inline" : "";
}

bool invented_is_open_word(const struct invention *invention) {
    return invention->kind == INVENTED_WORD && invented_is_lacked(invention) && !*invented_word(invention->name);
}

static const char *word_read(const struct invented *invented, const struct invention *word) {
    bool qualifies = invented->reading == TYPES_VOLATILE && invented_is_open_word(word);
    return qualifies ? " volatile" : invented_word(word->name);
}

/* Where it cannot be said, the compiler's error stays. */
static void print_borrowed(struct text *out, const struct invented_lack *lack) {
    if (lack->declaration) text_add(out, lack->declaration);
}

/* As C of old declares it: with whichever parameters; but as a pointer to it wants it where there is one. */
static void print_function(struct text *out, const struct invention *invention) {
    if (invention->function) {
        print_tags(out, invention->function);
        text_printf(out, "__typeof__(%s) %s;\n", invention->function, invention->name);
        return;
    }
    if (invention->result) print_tags(out, invention->result);
    text_printf(out, "%s %s%s();\n", invention->result ? invention->result : invention->type->name,
                invention->type->is_array && !invention->result ? "*" : "", invention->name);
}

static void print_invention(struct text *out, const struct invented *invented, const struct invention *invention,
                            unsigned address, bool learning) {
    if (invention->kind <= INVENTED_TYPE || invention->kind == INVENTED_FUNCTION)
        print_type(out, invented, invention->type, invented_is_of_registers(invented, invention),
                   invention->kind == INVENTED_TYPE || invented_is_variable(invention) ? ELSEWHERE_ELEMENTS
                                                                                       : ARRAY_LENGTH);
    switch (invention->kind) {
    case INVENTED_CONSTANT:
        text_printf(out, "%s%s %s;\n", learning ? "extern const " : "", invention->type->name, invention->name);
        break;
    case INVENTED_NUMBER:
        if (invention->is_address)
            text_printf(out, "enum { %s = %u };\n", invention->name, address);
        else
            text_printf(out, "enum { %s = %d };\n", invention->name, invented_number(invented, invention));
        break;
    case INVENTED_TEXT: text_printf(out, "#define %s \"\\%o\"\n", invention->name, INVENTED_CHARACTER); break;
    case INVENTED_LIST: text_printf(out, "#define %s {0}\n", invention->name); break;
    case INVENTED_HARDWARE: print_hardware(out, invented, invention, address); break;
    case INVENTED_TAG: print_tag(out, invented, invention); break;
    case INVENTED_WORD: text_printf(out, "#define %s%s\n", invention->name, word_read(invented, invention)); break;
    case INVENTED_MACRO:
        if (!invention->macro) text_add(out, usual_macro_needs(invention->name));
        text_printf(out, "#define %s%s\n", invention->name,
                    invention->macro ? invention->macro : usual_macro(invention->name));
        break;
    case INVENTED_FUNCTION: print_function(out, invention); break;
    case INVENTED_LINE: text_printf(out, "#define %s(...)\n", invention->name); break;
    default: break;
    }
}

/* Structures to which names lead that the source lacks, and which belong to names that it does not lack. */
static void print_records(struct text *out, const struct invented *invented) {
    static const char word[] = "struct " INVENTED_RECORD;
    const char *found;
    for (size_t at = 0; (found = strstr(text_chars(out) + at, word));) {
        const char *name = found + strlen(word);
        size_t length = word_length(name);
        const struct invented_type *type = invented_type(invented, name, length);
        const char *definition = arena_printf(invented->arena, "%s%.*s {", word, (int)length, name);
        bool is_defined = strstr(text_chars(out), definition) != NULL;
        at = (size_t)(name + length - text_chars(out));
        const struct invention *of = type ? invented_of_type(invented, type) : NULL;
        if (type && !is_defined)
            print_type(out, invented, type, of && invented_is_of_registers(invented, of), ELSEWHERE_ELEMENTS);
    }
}

/* Where a register lies, behind what is at `address`. */
static unsigned address_of(const struct invention *invention, unsigned address) {
    if (invention->kind == INVENTED_NUMBER && invention->is_address) return address + ROOM_BEHIND_ADDRESS;
    return invention->kind == INVENTED_HARDWARE ? address + (room_of(invention->type) + 15) / 16 * 16 : address;
}

const struct invention *invented_at(const struct invented *invented, uint64_t address) {
    unsigned at = FIRST_ADDRESS;
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        at = address_of(invention, at);
        if (invention->kind == INVENTED_HARDWARE && at == address) return invention;
    }
    return NULL;
}

/* What is borrowed is made of the others. */
void invented_print(const struct invented *invented, const char *source, bool learning, struct text *out) {
    unsigned address = FIRST_ADDRESS;
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        address = address_of(invention, address);
        if (is_lacked(invention, source) && !invention->result && invention->kind != INVENTED_FUNCTION)
            print_invention(out, invented, invention, address, learning);
    }
    for (size_t i = 0; i < invented->list.count; i++) { /* what they give may be any of the others */
        const struct invention *invention = invented->list.items[i];
        if (is_lacked(invention, source) && (invention->result || invention->kind == INVENTED_FUNCTION))
            print_invention(out, invented, invention, 0, learning);
    }
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *invention = invented->list.items[i];
        if (invention->kind == INVENTED_BORROWED && is_lacked(invention, source))
            print_borrowed(out, lack_of(invention, source));
    }
    print_records(out, invented);
}

void invented_free(struct invented *invented) {
    for (size_t i = 0; i < invented->list.count; i++) vec_free(&invented->list.items[i]->lacks);
    for (size_t i = 0; i < invented->types.count; i++) vec_free(&invented->types.items[i]->members);
    vec_free(&invented->list);
    vec_free(&invented->types);
}
