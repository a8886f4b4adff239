/* Macros that files of the build define, whatever kind of build it is, and that the sources or the configuration ask
 * for: what they are is not known here, so it is told. */
#include "base/file.h"
#include "cfront/source/compiler_names.h"
#include "cfront/text/code_only.h"
#include "cfront/text/directive.h"
#include "cli/project/oil_build.h"
#include "cli/project/project.h"
#include "cli/project/word_marks.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

static bool is_given(const struct project *project, const char *name) {
    const struct command_app_options *command = project->command;
    size_t length = strlen(name);
    const struct text_list *lists[] = {&command->defines, &project->macros};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (size_t i = 0; i < lists[l]->list.count; i++)
            if (!strncmp(lists[l]->list.items[i], name, length) && !is_word_char(lists[l]->list.items[i][length]))
                return true;
    for (size_t i = 0; i < command->compiler_options.list.count; i++) {
        const char *option = command->compiler_options.list.items[i];
        if (begins_with(option, "-D") && !strncmp(option + 2, name, length) && !is_word_char(option[2 + length]))
            return true;
    }
    return false;
}

/* ---- What the application's texts ask for ---- */

struct asking {
    struct name_set asked;       /* by conditions of the preprocessor */
    struct name_set defined;     /* by the texts themselves */
    struct word_marks mentioned; /* anywhere */
    struct text_list told;
};

typedef VEC(const char *) names;

/* Each name on the line, but the word `defined`. */
static void add_names(struct arena *arena, const char *line, size_t length, names *list) {
    for (size_t i = 0, word, skipped; i < length; i += word ? word : 1) {
        const char *header = directive_asked_header(line + i, &skipped);
        if (header) i = (size_t)(header - line) + skipped;
        for (word = 0; i + word < length && is_word_char(line[i + word]);) word++;
        if (!word || isdigit((unsigned char)line[i])) continue;
        const char *name = arena_text_n(arena, line + i, word);
        if (strcmp(name, "defined") != 0) vec_push(list, name);
    }
}

/* Conditions ask for names, and definitions make them. */
static void read_directives(struct arena *arena, const char *code, names *asked, names *defined) {
    for (const char *line = code; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        for (const char *const *condition = directive_conditions(); *condition; condition++) {
            const char *behind = directive_behind(line, *condition);
            if (behind) add_names(arena, behind, strcspn(behind, "\n"), asked);
        }
        const char *name = directive_behind(line, "define"), *header = directive_behind(line, "include");
        if (name) vec_push(defined, arena_text_n(arena, name, word_length(name)));
        if (header && begins_with(header + 1, "assert.h")) vec_push(asked, "NDEBUG"); /* every `assert` does */
    }
}

static struct asking find_asked(struct project *project) {
    struct asking asking = {0};
    names asked = {0}, defined = {0};
    for (size_t i = 0; i < project->included.list.count; i++) {
        const char *code = project_code(project, project->included.list.items[i]);
        struct word_marks marks = word_marks_of_text(project->arena, code);
        read_directives(project->arena, code, &asked, &defined);
        asking.mentioned = word_marks_join(project->arena, &asking.mentioned, &marks);
    }
    for (size_t i = 0; i < project->whole_texts.count; i++)
        read_directives(project->arena, code_only(project->arena, project->whole_texts.items[i], false), &asked,
                        &defined);
    asking.asked = name_set_of(project->arena, asked.items, asked.count);
    asking.defined = name_set_of(project->arena, defined.items, defined.count);
    vec_free(&asked);
    vec_free(&defined);
    return asking;
}

/* ---- Who defines it ---- */

static bool is_news(const struct project *project, struct asking *asking, const char *name) {
    if (text_list_has(&asking->told, name) || is_given(project, name)) return false;
    vec_push(&asking->told.list, name);
    return true;
}

/* `how`: "does so" */
static void tell_undefined(struct project *project, struct asking *asking, const char *name, const char *path,
                           const char *how) {
    const char *words = arena_printf(project->arena, "`%s` is not defined, though %s %s", name, path, how);
    if (!is_news(project, asking, name)) return;
    project_assume_alike(project, "%s are not defined, though files of the build define them, or mention them", name,
                         path, words);
    vec_push(&project->command->undefined, (struct cfront_undefined){name, words});
}

static void note_name(struct project *project, const char *path, const char *at, struct asking *asking) {
    size_t length = word_length(at);
    const char *name = arena_text_n(project->arena, at, length);
    struct word_marks mark = word_marks_of(project->arena, &name, 1);
    bool matters = name_set_has(&asking->asked, name) ||
                   (word_marks_meet(&asking->mentioned, &mark) && !name_set_has(&asking->defined, name));
    if (length && matters && !isdigit((unsigned char)*at)) tell_undefined(project, asking, name, path, "does so");
}

/* A name that compilers define, and the build does not want. */
static void note_undefined(struct project *project, const char *path, const char *at, struct asking *asking) {
    const char *name = arena_text_n(project->arena, at, word_length(at));
    const char *option = arena_printf(project->arena, "-U%s", name);
    bool is_taken = text_list_has(&project->command->compiler_options, option);
    bool matters = compiler_names_are_compilers(name) && name_set_has(&asking->asked, name) && !is_taken;
    if (matters && is_news(project, asking, name))
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, "`%s` is as clang has it, though %s undefines it", name, path));
}

/* Each name behind `-D` or `-U`, with a blank or a quote between them or without. */
static void note_options(struct project *project, const char *path, const char *text, struct asking *asking) {
    for (const char *at = text; (at = strstr(at, "-D")); at += 2)
        if (at == text || (!is_word_char(at[-1]) && at[-1] != '-'))
            note_name(project, path, at + 2 + strspn(at + 2, " \t\"'"), asking);
    for (const char *at = text; (at = strstr(at, "/D")); at += 2) /* Microsoft's */
        if (at == text || strchr(" \t\n\"';>", at[-1]))
            note_name(project, path, at + 2 + strspn(at + 2, " \t\"'"), asking);
    for (const char *at = text; (at = strstr(at, "-U")); at += 2)
        if (at == text || (!is_word_char(at[-1]) && at[-1] != '-'))
            note_undefined(project, path, at + 2 + strspn(at + 2, " \t"), asking);
}

/* `$(DEFS)` */
static bool is_reference(const char *text, const char *at) {
    while (at > text && is_word_char(at[-1])) at--;
    return at - text >= 2 && strchr("({", at[-1]) && at[-2] == '$';
}

/* `USE_$(MODE)`, `USE_${X}_LOG`: names that begin, and end, like this. */
static void note_joined(struct project *project, const char *path, const char *text, struct asking *asking) {
    enum { SHORTEST = 3 };
    for (const char *at = text; (at = strchr(at, '$')); at++) {
        const char *begin = at, *end = strpbrk(at, ")}\n");
        while (begin > text && is_word_char(begin[-1])) begin--;
        if (at - begin >= 1 && *begin == 'D' && begin > text && begin[-1] == '-') begin++;
        if (at - begin < SHORTEST || !strchr("({", at[1]) || !end || *end == '\n') continue;
        const char *rest = arena_text_n(project->arena, end + 1, word_length(end + 1));
        for (size_t i = 0; i < asking->asked.count; i++) {
            const char *name = asking->asked.items[i];
            bool is_like = strlen(name) > (size_t)(at - begin) + strlen(rest) &&
                           !strncmp(name, begin, (size_t)(at - begin)) && ends_with(name, rest);
            if (is_like && !name_set_has(&asking->defined, name))
                tell_undefined(project, asking, name, path, "puts such a name together");
        }
    }
}

/* Where a name begins: no option (`-c`), no part of a path, no `$(OTHER)`, no value (`A=b`). */
static bool begins_name(const char *text, const char *list, const char *at) {
    if (!is_word_char(*at) || is_word_char(at[-1])) return false;
    bool is_value = at - list >= 2 && at[-1] == '=' && is_word_char(at[-2]);
    return !strchr("-./$", at[-1]) && !is_value && !is_reference(text, at);
}

/* `target_compile_definitions(app PRIVATE A B=1)`, `DEFS = A B`, `<Define>A, B</Define>`: whatever stands there. */
static void note_lists(struct project *project, const char *path, const char *text, struct asking *asking) {
    static const char *const openings[] = {"compile_definitions(",
                                           "COMPILE_DEFINITIONS",
                                           "build_flags",
                                           "DEFS",
                                           "DEFINES",
                                           "SYMBOLS",
                                           "<Define>",
                                           "--define=",
                                           "--define-macro=",
                                           NULL};
    for (const char *const *opening = openings; *opening; opening++)
        for (const char *at = text; (at = strstr(at, *opening));) {
            at += strlen(*opening);
            size_t length = strcspn(at, **opening == 'c' ? ")" : "\n<");
            for (size_t i = 0; i < length && !is_reference(text, at); i++)
                if (begins_name(text, at, at + i)) note_name(project, path, at + i, asking);
        }
}

/* `"double=float"`, `;val=val4`, `<state>A=1`: what stands alone in a text, or in a list of an XML file. Words of C are
 * nothing else wherever they stand. */
static bool begins_pair(const char *text, const char *at) {
    static const char *const words[] = {"auto",     "char", "const",    "double", "enum",     "float",  "inline",
                                        "int",      "long", "short",    "signed", "static",   "struct", "union",
                                        "unsigned", "void", "volatile", "extern", "register", NULL};
    size_t length = word_length(at);
    if (at[length] != '=' || at[length + 1] == '=' || strchr("\"' \t\r\n", at[length + 1])) return false;
    if (!is_word_char(at[length + 1]) && at[length + 1] != '(') return false;
    if (spells_one_of(at, length, words)) return at[-1] != '-';
    bool is_xml = text[strspn(text, " \t\r\n\xef\xbb\xbf")] == '<';
    return strchr(is_xml ? "\"';>," : "\"'", at[-1]) != NULL;
}

static void note_pairs(struct project *project, const char *path, const char *text, struct asking *asking) {
    size_t length = word_length(text);
    for (const char *at = text + length; *at; at += length ? length : 1) {
        length = word_length(at);
        if (length && begins_pair(text, at)) note_name(project, path, at, asking);
    }
}

/* `-D$(N)=1`: what the variable is, where it is set. */
static void note_variables(struct project *project, const char *path, const char *text, struct asking *asking) {
    for (const char *at = text; (at = strstr(at, "-D$")); at += 3) {
        const char *name = at + 3 + strspn(at + 3, "({");
        size_t length = word_length(name);
        for (const char *set = text; length && (set = memmem(set, strlen(set), name, length)); set += length) {
            const char *sign = set + length + strspn(set + length, " \t:?+");
            bool is_word = (set == text || !is_word_char(set[-1])) && !is_word_char(set[length]);
            if (is_word && *sign == '=') note_name(project, path, sign + 1 + strspn(sign + 1, " \t"), asking);
        }
    }
}

/* `-include config.h`: what that header defines. */
static void note_headers(struct project *project, const char *text, struct asking *asking) {
    static const char *const options[] = {"-include", "-imacros", "--preinclude", NULL};
    for (const char *const *option = options; *option; option++)
        for (const char *at = text; (at = strstr(at, *option));) {
            at += strlen(*option);
            at += strspn(at, " \t=\"'");
            size_t length = strcspn(at, " \t\r\n\"')>;"), count;
            const char *name = arena_text_n(project->arena, at, length);
            const char **headers = project_headers_named(project, name, &count);
            names asked = {0}, defined = {0};
            for (size_t i = 0; i < count; i++)
                if (text_list_has(&project->flags, headers[i])) count = 0; /* it is included */
            for (size_t i = 0; i < count; i++)
                read_directives(project->arena, project_code(project, headers[i]), &asked, &defined);
            for (size_t i = 0; i < defined.count; i++) note_name(project, headers[0], defined.items[i], asking);
            vec_free(&asked);
            vec_free(&defined);
        }
}

/* A word that stands there by itself. */
static bool has_word(const char *text, const char *word) {
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || !is_word_char(at[-1])) && !is_word_char(at[strlen(word)])) return true;
    return false;
}

/* `b_ndebug=true`, `'b_ndebug', 'if-release'` */
static bool is_mesons_release(const char *text) {
    static const char setting[] = "b_ndebug", *const values[] = {"true", "if-release", NULL};
    for (const char *at = text; (at = strstr(at, setting));) {
        at += sizeof setting - 1;
        if (begins_with_one_of(at + strspn(at, " \t=:\"',"), values)) return true;
    }
    return false;
}

/* CMake's builds but the one for debugging define NDEBUG, wherever such a one is named, and so may Meson's and
 * Bazel's. */
static void note_releases(struct project *project, const char *path, const char *text, struct asking *asking) {
    static const char *const types[] = {"Release", "MinSizeRel", "RelWithDebInfo", NULL};
    static const char *const bazels[] = {"-c opt", "compilation_mode=opt", NULL};
    bool is_release = is_mesons_release(text) || contains_one_of(text, bazels);
    bool is_cmakes = strcasestr(text, "cmake") || strcasestr(file_name(path), "cmake");
    for (const char *const *type = types; is_cmakes && *type; type++) is_release |= has_word(text, *type);
    if (is_release) note_name(project, path, "NDEBUG", asking);
}

/* The compiler's own: of course they stand in many files. */
static bool is_compilers(const char *name) {
    return (begins_with(name, "__") && ends_with(name, "__")) || begins_with(name, "_WIN") || !strcmp(name, "WIN32") ||
           !strcmp(name, "__cplusplus") || !strcmp(name, "_MSC_VER");
}

/* A name that a condition asks for and nothing here defines, in any other file of the folder. */
static void note_words(struct project *project, const char *path, const char *text, struct asking *asking) {
    for (size_t length; *text; text += length ? length : 1) {
        length = word_length(text);
        if (!length || isdigit((unsigned char)*text)) continue;
        const char *name = arena_text_n(project->arena, text, length);
        if (name_set_has(&asking->asked, name) && !name_set_has(&asking->defined, name) && !is_compilers(name))
            tell_undefined(project, asking, name, path, "mentions it");
    }
}

static void look_into(struct project *project, const struct build_text *build, struct asking *asking) {
    const char *path = build->path, *text = build->text;
    bool is_prose = !build->is_build && project_is_prose(project, path);
    note_options(project, path, text, asking);
    if (build->is_build) note_joined(project, path, text, asking);
    if (build->is_build) note_variables(project, path, text, asking);
    if (!is_prose) note_lists(project, path, text, asking);
    if (!is_prose) note_releases(project, path, text, asking);
    if (!is_prose) note_pairs(project, path, text, asking);
    if (build->is_build) note_headers(project, text, asking);
    note_words(project, path, text, asking);
}

/* Options in the configuration: what of them was understood is given. */
static void look_into_configuration(struct project *project, size_t number, struct asking *asking) {
    const char *text = project->texts.items[number], *path = project->command->configurations.list.items[number];
    size_t length = 0;
    for (const char *at = text; (at = oil_build_flags(text, at + length, &length));) {
        const char *flags = arena_text_n(project->arena, at, length);
        note_options(project, path, flags, asking);
        note_headers(project, flags, asking);
        note_words(project, path, flags, asking);
    }
}

void project_assume_macros(struct project *project) {
    if (project->command->compile_commands) return;
    struct asking asking = find_asked(project);
    for (size_t i = 0; i < project->command->configurations.list.count; i++)
        look_into_configuration(project, i, &asking);
    for (struct build_text build = {0}; project_next_build(project, &build);) look_into(project, &build, &asking);
    vec_free(&asking.told.list);
}
