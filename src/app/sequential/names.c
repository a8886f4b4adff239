#include "app/sequential/names.h"

#include "app/exec/memory.h"
#include "base/word.h"

#include <ctype.h>
#include <string.h>

/* ---- names ---- */

/* Words of later C, and macros of compilers and of the headers that the program includes: nothing may be called so.
 * What else these declare does no harm: all of the application's names are those of members. */
static const char *const WORDS[] = {
    "bool",         "true",        "false",        "nullptr",    "constexpr",     "alignas",    "alignof",
    "thread_local", "typeof",      "asm",          "linux",      "static_assert", "unix",       "typeof_unqual",
    "EOF",          "NULL",        "BUFSIZ",       "RAND_MAX",   "SEEK_SET",      "SEEK_CUR",   "SEEK_END",
    "EXIT_SUCCESS", "L_tmpnam",    "EXIT_FAILURE", "TMP_MAX",    "P_tmpdir",      "MB_CUR_MAX", "FILENAME_MAX",
    "FOPEN_MAX",    "NATIVE",      "SIZE_MAX",     "WCHAR_MIN",  "WCHAR_MAX",     "WINT_MIN",   "WINT_MAX",
    "INTPTR_MIN",   "UINTPTR_MAX", "INTPTR_MAX",   "BIG_ENDIAN", "LITTLE_ENDIAN", "PDP_ENDIAN", "BYTE_ORDER",
    "FD_SETSIZE",   "NFDBITS",     "L_ctermid",    "L_cuserid",  "WNOHANG",       "WUNTRACED",  "WSTOPPED",
    "WEXITED",      "WCONTINUED",  "WNOWAIT",      "stdin",      "stdout",        "stderr",     "i386",
    "mips",         "sparc",       "sun"};

/* INT8_MAX, UINT_LEAST16_MAX, INT64_C and their like. */
static bool is_limit(const char *name) {
    static const char *const beginnings[] = {"INT", "UINT", "PTRDIFF", "SIG_ATOMIC", NULL};
    return begins_with_one_of(name, beginnings) &&
           (ends_with(name, "_MIN") || ends_with(name, "_MAX") || ends_with(name, "_C"));
}

static bool is_word(const char *name) {
    return is_in_list(name, WORDS, sizeof WORDS / sizeof *WORDS) || ends_with(name, "_t") || is_limit(name);
}

/* Behind such a beginning no name is free, whatever is added at its end. */
static bool has_reserved_beginning(const char *name) { return begins_with(name, "rt_") || *name == '_'; }

static bool is_taken(const struct sequential_names *names, const char *name) {
    return is_word(name) || is_in_list(name, names->taken.items, names->taken.count);
}

static const char *identifier(struct arena *arena, const char *name) {
    char *copy = arena_text(arena, name);
    for (char *c = copy; *c; c++)
        if (!isalnum((unsigned char)*c)) *c = '_';
    return isdigit((unsigned char)*copy) || !*copy ? arena_printf(arena, "_%s", copy) : copy;
}

static const char *take(struct sequential_names *names, const char *wanted) {
    wanted = identifier(names->arena, wanted);
    if (has_reserved_beginning(wanted)) wanted = arena_printf(names->arena, "own_%s", wanted);
    const char *name = wanted;
    for (unsigned i = 2; is_taken(names, name); i++) name = arena_printf(names->arena, "%s_%u", wanted, i);
    vec_push(&names->taken, name);
    return name;
}

static void name_globals(struct sequential_names *names) {
    const struct c_program *program = names->code->subject->program;
    names->globals = arena_new_array(names->arena, const char *, program->global_count + 1);
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        if (!names->code->uses_global[i]) continue;
        const char *own = object->name ? object->name : arena_printf(names->arena, "text_%u", i);
        if (object->storage == C_STATIC_LOCAL) own = arena_printf(names->arena, "%s_%s", object->function->name, own);
        names->globals[i] = take(names, own);
    }
}

static const struct c_object *local_at(const struct sequential_code *code, const struct c_function *function,
                                       uint32_t index) {
    return index < function->local_count ? function->locals[index]
                                         : code->locals[function->index].added.items[index - function->local_count];
}

static uint32_t local_count(const struct sequential_code *code, const struct c_function *function) {
    return function->local_count + (uint32_t)code->locals[function->index].added.count;
}

static bool has_same(const char **list, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (list[i] && strcmp(list[i], name) == 0) return true;
    return false;
}

static const char **name_locals(struct sequential_names *names, const struct c_function *function) {
    uint32_t count = local_count(names->code, function);
    const char **list = arena_new_array(names->arena, const char *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct c_object *local = local_at(names->code, function, i);
        const char *own = local->name ? identifier(names->arena, local->name) : arena_printf(names->arena, "tmp%u", i);
        list[i] = own;
        /* x_set says whether x has a value */
        while (has_same(list, i, list[i]) || is_word(list[i]) || ends_with(list[i], "_set"))
            list[i] = arena_printf(names->arena, "%s_%u", list[i], i);
    }
    return list;
}

static bool can_declare(const struct c_type *type) {
    if (type->kind == C_ARRAY) return can_declare(type->target);
    bool can = type->kind == C_INTEGER || (type->kind == C_RECORD && !type->is_union);
    for (uint32_t i = 0; can && type->kind == C_RECORD && i < type->count; i++) can = can_declare(type->fields[i].type);
    return can;
}

/* ---- types ---- */

static const char *record_name(struct sequential_names *names, const struct c_type *type) {
    for (size_t i = 0; i < names->records.count; i++)
        if (names->records.items[i].type->fields == type->fields) return names->records.items[i].name;
    return NULL;
}

static void find_records(struct sequential_names *names, const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    if (type->kind != C_RECORD || record_name(names, type)) return;
    for (uint32_t i = 0; i < type->count; i++) find_records(names, type->fields[i].type);
    bool plain = type->name && begins_with(type->name, "struct ") && !strpbrk(type->name + 7, " (:/");
    const char *name = take(names, plain ? arena_printf(names->arena, "struct_%s", type->name + 7)
                                         : arena_printf(names->arena, "struct_%zu", names->records.count));
    vec_push(&names->records, (struct sequential_record){type, name});
}

const char *sequential_type(struct sequential_names *names, const struct c_type *type) {
    if (type->kind == C_RECORD) return arena_printf(names->arena, "struct %s", record_name(names, type));
    if (type->is_bool) return "_Bool";
    uint32_t bits = 8;
    while (bits < type->size * 8) bits *= 2; /* units of bit-fields have odd sizes */
    return arena_printf(names->arena, "%sint%u_t", type->is_signed ? "" : "u", bits);
}

/* "uint8_t rows[3][4]" */
static void declare(struct sequential_names *names, const struct c_type *type, const char *name, struct text *out) {
    const struct c_type *element = type;
    while (element->kind == C_ARRAY) element = element->target;
    text_printf(out, "%s %s", sequential_type(names, element), name);
    for (; type->kind == C_ARRAY; type = type->target) text_printf(out, "[%u]", type->count ? type->count : 1);
}

static bool has_field(const struct c_type *type, const char *name) {
    for (uint32_t i = 0; i < type->count; i++)
        if (type->fields[i].name && strcmp(type->fields[i].name, name) == 0) return true;
    return false;
}

const char *sequential_field(struct sequential_names *names, const struct c_type *type, uint32_t index) {
    const char *name = type->fields[index].name;
    if (name && *name && !is_word(name) && strcmp(identifier(names->arena, name), name) == 0) return name;
    const char *other = arena_printf(names->arena, "field_%u", index);
    while (has_field(type, other)) other = arena_printf(names->arena, "%s_", other);
    return other;
}

static void declare_records(struct sequential_names *names, struct text *out) {
    for (size_t i = 0; i < names->records.count; i++) {
        const struct c_type *type = names->records.items[i].type;
        text_printf(out, "struct %s {\n", names->records.items[i].name);
        for (uint32_t f = 0; f < type->count; f++) {
            text_add(out, "    ");
            declare(names, type->fields[f].type, sequential_field(names, type, f), out);
            if (type->fields[f].bit_width) text_printf(out, " : %u", type->fields[f].bit_width);
            text_add(out, ";\n");
        }
        text_add(out, type->count ? "};\n" : "    char nothing;\n};\n");
    }
}

/* ---- values ---- */

static void add_value(struct sequential_names *names, const struct c_type *type, const struct c_field *bits,
                      const unsigned char *bytes, struct text *out) {
    if (type->kind == C_INTEGER) {
        int64_t value = memory_decode(type, bits, bytes);
        if (type->is_signed && value == INT64_MIN)
            text_add(out, "(-9223372036854775807ll - 1)");
        else if (type->is_signed)
            text_printf(out, "%lld%s", (long long)value, type->size > 4 ? "ll" : "");
        else
            text_printf(out, "%llu%s", (unsigned long long)value, type->size > 4 ? "ull" : "u");
        return;
    }
    uint32_t count = type->kind == C_ARRAY ? type->count : type->count;
    text_add_char(out, '{');
    for (uint32_t i = 0; i < count; i++) {
        if (i) text_add(out, ", ");
        if (type->kind == C_ARRAY)
            add_value(names, type->target, NULL, bytes + (size_t)i * type->target->size, out);
        else
            add_value(names, type->fields[i].type, type->fields[i].bit_width ? &type->fields[i] : NULL,
                      bytes + type->fields[i].offset, out);
    }
    text_add(out, count ? "}" : "0}");
}

static bool has_value(const struct c_object *object) {
    for (uint32_t i = 0; object->initial && i < object->type->size; i++)
        if (object->initial[i]) return true;
    return false;
}

static void declare_globals(struct sequential_names *names, struct text *out) {
    const struct c_program *program = names->code->subject->program;
    for (uint32_t i = 0; i < program->global_count; i++) {
        if (!names->globals[i]) continue;
        text_add(out, "    ");
        declare(names, program->globals[i]->type, names->globals[i], out);
        text_add(out, ";\n");
    }
}

void sequential_add_values(struct sequential_names *names, struct text *out) {
    const struct c_program *program = names->code->subject->program;
    size_t before = out->length;
    for (uint32_t i = 0; i < program->global_count; i++) {
        if (!names->globals[i] || !has_value(program->globals[i])) continue;
        text_printf(out, "%s    .%s = ", out->length == before ? " = {\n" : "", names->globals[i]);
        add_value(names, program->globals[i]->type, NULL, program->globals[i]->initial, out);
        text_add(out, ",\n");
    }
    if (out->length > before) text_add_char(out, '}');
}

/* ---- frames ---- */

static bool is_declared(const struct sequential_code *code, const struct c_function *function, uint32_t index) {
    return can_declare(local_at(code, function, index)->type);
}

static uint32_t member_count(const struct sequential_code *code, const struct c_function *function) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < local_count(code, function); i++) count += is_declared(code, function, i);
    return count;
}

const char *sequential_frame(struct sequential_names *names, uint32_t context, const struct c_function *function) {
    if (!member_count(names->code, function)) return NULL;
    for (size_t i = 0; i < names->frames.count; i++)
        if (names->frames.items[i].context == context && names->frames.items[i].function == function)
            return names->frames.items[i].name;
    const char *who = subject_context_name(names->code->subject, context);
    bool is_entry = function->context == context && function->role != C_ORDINARY;
    const char *name = take(names, is_entry ? who : arena_printf(names->arena, "%s_%s", who, function->name));
    if (!names->locals[function->index]) names->locals[function->index] = name_locals(names, function);
    for (uint32_t i = 0; i < local_count(names->code, function); i++)
        if (is_declared(names->code, function, i)) find_records(names, local_at(names->code, function, i)->type);
    vec_push(&names->frames, (struct sequential_frame){context, function, name});
    return name;
}

static void declare_frame(struct sequential_names *names, const struct sequential_frame *frame, struct text *out) {
    text_printf(out, "    struct rt_%s {\n", frame->name);
    for (uint32_t i = 0; i < local_count(names->code, frame->function); i++) {
        const struct c_object *local = local_at(names->code, frame->function, i);
        const char *name = names->locals[frame->function->index][i];
        if (!is_declared(names->code, frame->function, i)) continue;
        text_add(out, "        ");
        declare(names, local->type, name, out);
        text_add(out, ";\n");
        if (sequential_is_doubtful(names->code, local)) text_printf(out, "        _Bool %s_set;\n", name);
    }
    text_printf(out, "    } %s;\n", frame->name);
}

void sequential_declare(struct sequential_names *names, struct text *out) {
    declare_records(names, out);
    text_add(out, "struct rt_app {\n");
    size_t before = out->length;
    declare_globals(names, out);
    for (size_t i = 0; i < names->frames.count; i++) declare_frame(names, &names->frames.items[i], out);
    text_add(out, out->length == before ? "    char rt_nothing;\n};\n" : "};\n");
}

void sequential_name(struct sequential_names *names, const struct c_object *object, uint32_t context,
                     struct text *out) {
    if (c_has_address(object)) {
        text_printf(out, "app.%s", names->globals[object->index]);
        return;
    }
    const char *frame = sequential_frame(names, context, object->function);
    text_printf(out, "app.%s.%s", frame, names->locals[object->function->index][object->index]);
}

void sequential_names_build(struct sequential_names *names, const struct sequential_code *code, struct arena *arena) {
    *names = (struct sequential_names){.arena = arena, .code = code};
    names->locals = arena_new_array(arena, const char **, code->subject->program->function_count + 1);
    name_globals(names);
    for (uint32_t i = 0; i < code->subject->program->global_count; i++)
        if (names->globals[i]) find_records(names, code->subject->program->globals[i]->type);
}

void sequential_names_free(struct sequential_names *names) {
    vec_free(&names->taken);
    vec_free(&names->frames);
    vec_free(&names->records);
}
