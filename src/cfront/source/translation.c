#include "cfront/source/translation.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/source/build_options.h"
#include "cfront/source/byte_machine.h"
#include "cfront/source/compiler_names.h"
#include "cfront/source/database.h"
#include "cfront/source/endless_files.h"
#include "cfront/source/kernel_headers.h"
#include "cfront/source/own_header.h"
#include "cfront/source/replaced.h"
#include "cfront/source/shadowed.h"
#include "cfront/source/standard_numbers.h"
#include "cfront/source/vector_names.h"
#include "cfront/text/assembly_blocks.h"
#include "cfront/text/code_only.h"
#include "cfront/text/dialect.h"
#include "cfront/text/number_flags.h"
#include "cfront/text/source_words.h"
#include "cfront/written/interrupts.h"
#include "cfront/written/placed.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* ---- Arguments ---- */

/* A program's meaning must not depend on the machine that checks it: without -target it is this one. */
static const char default_target[] = "x86_64-unknown-linux-gnu";

static const char *target_in(const char *const *list, size_t count, const char *target) {
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(list[i], "-target") && i + 1 < count) target = list[i + 1];
        if (!strncmp(list[i], "--target=", 9)) target = list[i] + 9;
    }
    return target;
}

void translation_add_ours(struct front *front, compiler_arguments *list) {
    vec_push(list, "-xc");
    vec_push(list, "-ffreestanding");
    vec_push(list, "-nostdlibinc");
    vec_push(list, "--gcc-toolchain=" HEADERS_FOLDER); /* of which nothing is used: it is not looked for each time */
    vec_push(list, "-fno-spell-checking");
    vec_push(list, "-Wuninitialized");
    vec_push(list, "-Wno-main");
    vec_push(list, "-Wdate-time");
    vec_push(list, "-Wno-error=implicit-function-declaration"); /* it may well be there: told with the verdict */
    vec_push(list, "-Wno-strict-prototypes");
    vec_push(list, "-Wno-deprecated-non-prototype");
    vec_push(list, "-fdeclspec");
    vec_push(list, "-D_asm=__asm__"); /* Cosmic's */
    for (const char *const *argument = interrupts_arguments; *argument; argument++) vec_push(list, *argument);
    for (const char *const *argument = placed_arguments; *argument; argument++) vec_push(list, *argument);
    vec_push(list, "-I" HEADERS_FOLDER);
    vec_push(list, "-idirafter");
    vec_push(list, HEADERS_VENDORS);
    if (front->clang.resources) {
        vec_push(list, "-resource-dir");
        vec_push(list, front->clang.resources);
        /* Some bare targets look nowhere by themselves. */
        vec_push(list, "-isystem");
        vec_push(list, arena_printf(front->scratch, "%s/include", front->clang.resources));
    }
}

/* Whatever the user's own options say: some of what is not modelled is known from the compiler's warnings. */
static void keep_warnings(compiler_arguments *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        bool is_value = i && (!strcmp(list->items[i - 1], "-D") || !strcmp(list->items[i - 1], "-I"));
        if (is_value || (strcmp(list->items[i], "-w") && strcmp(list->items[i], "--no-warnings")))
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
    vec_push(list, "-Wunknown-attributes");
    vec_push(list, "-Wunsequenced");
    vec_push(list, "-Wimplicit-function-declaration");
    vec_push(list, "-Wimplicit-int");
    vec_push(list, "-Wno-error=implicit-int"); /* C89, and many a target's compiler */
    vec_push(list, "-Wno-error=return-type");  /* `return f();` in a function without a value: GCC warns */
}

/* ---- Files from memory ---- */

/* A vendor's header of that name beside the source would win over ours. Without names, it is said to be a kernel's. */
static void hide_beside(struct front *front, memory_files *list, const char *source, const char *name,
                        const char *names) {
    const char *slash = strrchr(source, '/');
    int length = slash ? (int)(slash - source) + 1 : 0;
    const char *path = arena_printf(front->scratch, "%.*s%s", length, source, name);
    if (access(path, F_OK)) return;
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->items[i].Filename, path)) return;
    const char *ours = kernel_headers_ours(name), *text = names ? own_header_text(front, path, ours, names) : ours;
    if (text == ours) shadowed_note_beside(front, path, name);
    memory_files_add(list, path, text, strlen(text));
}

static void add_alias(struct front *front, memory_files *list, const char *name, const char *const *sources,
                      size_t count, const char *names) {
    translation_add_header(front, list, name, kernel_headers_ours(name));
    for (size_t i = 0; i < count; i++) hide_beside(front, list, sources[i], name, names);
}

/* `void name(void);` */
static bool has_prototype(const char *text, const char *name) {
    static const char type[] = "void";
    for (const char *at = text; (at = strstr(at, name)); at += strlen(name)) {
        const char *before = at, *behind = at + strlen(name);
        if (at == text || !isspace((unsigned char)at[-1]) || is_word_char(*behind)) continue;
        while (before > text && isspace((unsigned char)before[-1])) before--;
        bool is_void = before - text >= (ptrdiff_t)sizeof type - 1 && begins_with(before - (sizeof type - 1), type);
        behind += strspn(behind, " \t\r\n");
        if (!is_void || *behind != '(') continue;
        behind += strcspn(behind, ")");
        if (*behind && behind[1 + strspn(behind + 1, " \t\r\n")] == ';') return true;
    }
    return false;
}

/* `{ 0, name, }`, in a text that has tables of vectors and none of numbers of routines. */
static bool is_in_table(const char *text, const char *name) {
    if (!vector_names_have_table(text) || strstr(text, "ISRType")) return false;
    for (const char *at = text; (at = strstr(at, name)); at += strlen(name)) {
        const char *before = at, *behind = at + strlen(name);
        if (at == text || is_word_char(at[-1]) || is_word_char(*behind)) continue;
        while (before > text && isspace((unsigned char)before[-1])) before--;
        behind += strspn(behind, " \t\r\n");
        if (before > text && strchr("{,&", before[-1]) && *behind && strchr(",}", *behind)) return true;
    }
    return false;
}

/* `void name(void) { ... }` without ISR(), or declared like that; or in a table: by the number of the routine. */
static const enum headers_isr *find_isrs(struct front *front, const char *const *sources, size_t count) {
    const struct osek_config *config = front->names->config;
    enum headers_isr *isrs = arena_new_array(front->scratch, enum headers_isr, config->isr_count + 1);
    struct text text = {0};
    for (size_t s = 0; s < count && config->isr_count; s++) {
        text_clear(&text);
        if (!file_read(sources[s], &text)) continue;
        const char *code = code_only(front->scratch, text_chars(&text), true);
        struct source_words words = source_words_find(front->scratch, code);
        for (uint32_t i = 0; i < config->isr_count; i++) {
            const char *name = config->isrs[i].name;
            if (!name) continue;
            if (name_set_has(&words.has, name) || name_set_has(&words.keeps, name) || has_prototype(code, name))
                isrs[i] = HEADERS_ISR_DECLARED;
            else if (isrs[i] == HEADERS_ISR_NUMBER && is_in_table(code, name))
                isrs[i] = HEADERS_ISR_IN_TABLE;
        }
    }
    text_free(&text);
    return isrs;
}

/* A function, or a variable, that the application itself calls so, however it declares it. */
static bool has_own(struct front *front, const char *const *sources, size_t count, const char *name) {
    struct text text = {0};
    bool found = false;
    for (size_t s = 0; s < count && !found; s++) {
        text_clear(&text);
        if (!file_read(sources[s], &text) || !strstr(text_chars(&text), name)) continue;
        const char *code = code_only(front->scratch, text_chars(&text), true);
        struct source_words words = source_words_find(front->scratch, code);
        found = name_set_has(&words.has, name) || name_set_has(&words.keeps, name);
    }
    text_free(&text);
    return found;
}

static void add_own_random(struct front *front, memory_files *list) {
    static const char header[] = "rtcheck.h";
    for (const struct header *ours = headers_fixed; ours->name; ours++)
        if (!strcmp(ours->name, header))
            translation_add_header(front, list, header,
                                   arena_printf(front->scratch, "#define RTCHECK_OWN_RANDOM\n%s", ours->text));
}

void translation_add_headers(struct front *front, memory_files *list, const char *const *sources, size_t count) {
    struct text names = {0};
    headers_print_names(front->names, find_isrs(front, sources, count), &names);
    for (const struct header *header = headers_fixed; header->name; header++)
        translation_add_header(front, list, header->name, header->text);
    if (has_own(front, sources, count, "random")) add_own_random(front, list);
    for (const struct header *header = headers_library_files; header->name; header++)
        translation_add_header(front, list, header->name, header->text);
    for (const struct header *header = headers_vendors; header->name; header++)
        memory_files_add(list, arena_printf(front->scratch, "%s/%s", HEADERS_VENDORS, header->name), header->text,
                         strlen(header->text));
    for (const char *const *name = headers_aliases; *name; name++)
        add_alias(front, list, *name, sources, count, text_chars(&names));
    for (size_t i = 0; i < front->options->header_alias_count; i++)
        add_alias(front, list, front->options->header_aliases[i], sources, count, NULL);
    for (size_t i = 0; i < count; i++) hide_beside(front, list, sources[i], "os.h", text_chars(&names));
    standard_numbers_add(front, list);
    endless_files_hide(front, list, sources, count);
    front->configured_names = arena_text(front->scratch, text_chars(&names));
    translation_add_header(front, list, HEADERS_NAMES, front->configured_names);
    text_free(&names);
}

/* ---- One source ---- */

static bool read_source(struct front *front, const char *source, memory_files *memory) {
    struct text text = {0};
    if (!file_read(source, &text)) {
        diag_error(front->diagnostics, (struct place){source, 0, 0}, "cannot read: %s", strerror(errno));
        text_free(&text);
        return false;
    }
    char *copy = arena_text_n(front->scratch, text_chars(&text), text.length);
    bool is_changed = assembly_blocks_rewrite(copy, text.length);
    if (dialect_rewrite(copy, text.length) || is_changed) memory_files_add(memory, source, copy, text.length);
    text_free(&text);
    return true;
}

static void choose_target(struct front *front, struct translation *translation) {
    const char *target = target_in(translation->arguments.items, translation->arguments.count, NULL);
    if (!target) {
        target = default_target;
        front->has_no_target = true;
        vec_push(&translation->arguments, "-target");
        vec_push(&translation->arguments, target);
    }
    if (!front->program->target) front->program->target = arena_text(front->arena, target);
    if (strcmp(front->program->target, target) != 0)
        diag_error(front->diagnostics, (struct place){translation->source, 0, 0},
                   "compiled for `%s`, but files before it for `%s`", target, front->program->target);
}

/* As GCC has them, where only a user names the machine: a build's compiler may be clang, which has large ones. */
static void choose_enumerations(struct front *front, compiler_arguments *list) {
    static const char *const said[] = {"-fshort-enums", "-fno-short-enums", NULL};
    bool is_said = front->options->compile_commands != NULL;
    for (size_t i = 0; i < list->count; i++) is_said |= is_one_of(list->items[i], said);
    if (is_said || !front->program->target || !build_options_shortens(front->program->target)) return;
    vec_push(list, "-fshort-enums");
    front->guesses_enums = true;
}

/* Where clang gives `char` a sign, and the compilers that are in use give it none. */
static void choose_sign(struct front *front, compiler_arguments *list) {
    const char *target = front->program->target;
    bool is_said = !target || (!begins_with(target, "msp430") && !begins_with(target, "csky"));
    for (size_t i = 0; i < list->count; i++) is_said |= strstr(list->items[i], "signed-char") != NULL;
    if (!is_said) vec_push(list, "-funsigned-char");
}

/* What is ours is read in the same way. */
static void note_flags(struct front *front, const compiler_arguments *list) {
    bool is_first = true;
    for (size_t i = 0; i < list->count; i++) {
        if (number_flags_kind(list->items[i], strlen(list->items[i])) != FLAG_CHARS) continue;
        if (is_first) vec_clear(&front->flags);
        is_first = false;
        vec_push(&front->flags, list->items[i]);
    }
}

/* Attributes are known by their texts (attributes.h), and macros of the command line have none: those go into a header
 * of their own. */
static void write_out_attributes(struct front *front, struct translation *translation, size_t first) {
    static const char name[] = "rtcheck_command_line.h";
    compiler_arguments *list = &translation->arguments;
    struct text text = {0};
    size_t kept = first;
    for (size_t i = first; i < list->count; i++) {
        bool is_split = !strcmp(list->items[i], "-D") && i + 1 < list->count;
        const char *macro = is_split ? list->items[i + 1] : list->items[i] + 2;
        bool is_macro = begins_with(list->items[i], "-D") && strstr(macro, "__attribute__") && strchr(macro, '=');
        if (!is_macro) {
            list->items[kept++] = list->items[i];
            continue;
        }
        int length = (int)strcspn(macro, "=");
        text_printf(&text, "#define %.*s %s\n", length, macro, macro + length + 1);
        i += is_split;
    }
    list->count = kept;
    if (text.length) {
        translation_add_header(front, translation->files, name, arena_text(front->scratch, text_chars(&text)));
        translation_include(translation, name);
    }
    text_free(&text);
}

bool translation_begin(struct front *front, struct translation *translation, struct database *database) {
    const char *source = translation->source;
    if (!read_source(front, source, translation->files)) return false;
    replaced_use(front, translation->files);
    translation_add_ours(front, &translation->arguments);
    size_t ours = translation->arguments.count;
    if (database) database_add_options(front, database, source, &translation->arguments);
    for (size_t i = 0; i < front->options->argument_count; i++)
        vec_push(&translation->arguments, front->options->arguments[i]);
    compiler_names_note_said(front, translation->arguments.items + ours, translation->arguments.count - ours);
    write_out_attributes(front, translation, ours);
    keep_warnings(&translation->arguments);
    if (front->options->without_headers) vec_push(&translation->arguments, "-Wundef"); /* undefined.h */
    choose_target(front, translation);
    choose_sign(front, &translation->arguments);
    if (byte_machine_is(front)) vec_push(&translation->arguments, byte_machine_packing);
    choose_enumerations(front, &translation->arguments);
    note_flags(front, &translation->arguments);
    shadowed_read(front, translation);
    return true;
}
