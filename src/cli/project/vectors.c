/* Functions of the application that something names which nobody reads: assembly, a linker's script, a table in a
 * source that was left out, another name for one. Those that tables of vectors have are interrupt routines; of others
 * nobody knows. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/source/vector_names.h"
#include "cfront/text/assembly_code.h"
#include "cfront/text/code_only.h"
#include "cfront/text/vector_lines.h"
#include "cli/project/includes.h"
#include "cli/project/unnamed.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 8 };

bool project_is_of_others(struct project *project, const char *path) {
    return project_is_kernels(project, path) || project_is_another_applications(project, path);
}

/* ---- texts of assembly ---- */

/* The file that a line includes, `#include "a"`, `.include "a"`, `INCLUDE a`, `GET a`, `$INCLUDE (a)`: its name; NULL:
 * none.
 */
static const char *included_by(struct arena *arena, const char *line) {
    const char *at = line + strspn(line, " \t");
    at += strspn(at, "#.$");
    size_t length = word_length(at), name;
    bool includes = length == 7 ? !strncasecmp(at, "include", length) : length == 3 && !strncmp(at, "GET", length);
    if (!includes) return NULL;
    at += length + strspn(at + length, " \t(\"<'");
    name = strcspn(at, " \t\r\n)\">'");
    return name ? arena_text_n(arena, at, name) : NULL;
}

static const char *find_included(struct project *project, const char *from, const char *name) {
    const char *beside = includes_beside(project->arena, from, name, strlen(name)), *found = NULL;
    if (file_is_plain(beside)) return beside;
    for (size_t i = 0; i < project->parts.count; i++) {
        if (strcmp(file_name(project->parts.items[i]), file_name(name)) != 0) continue;
        if (found) return NULL;
        found = project->parts.items[i];
    }
    return found;
}

static void add_text(struct project *project, const char *path, struct text *out, unsigned depth) {
    struct text text = {0};
    if (depth == DEEPEST || file_is_huge(path) || !file_read_plain(path, &text)) {
        text_free(&text);
        return;
    }
    const char *code = assembly_code_only(project->arena, text_chars(&text));
    for (size_t length; *code; code += length + (code[length] == '\n')) {
        length = strcspn(code, "\n");
        const char *line = arena_text_n(project->arena, code, length), *name = included_by(project->arena, line);
        const char *file = name ? find_included(project, path, name) : NULL;
        if (file)
            add_text(project, file, out, depth + 1);
        else
            text_printf(out, "%s\n", line);
    }
    text_free(&text);
}

static void read_assembly(struct project *project, struct vector_lines *lines, const char *path) {
    struct text text = {0};
    add_text(project, path, &text, 0);
    vector_lines_read(lines, path, text_chars(&text));
    text_free(&text);
}

static void read_script(struct project *project, struct vector_lines *lines, const char *path) {
    struct text text = {0};
    if (!file_is_huge(path) && file_read_plain(path, &text))
        vector_lines_read_script(lines, path, code_only(project->arena, text_chars(&text), false));
    text_free(&text);
}

/* ---- other names in C ---- */

/* The function that is declared where `at` stands, in front of its parameters; NULL: there is none. */
static const char *declared_at(struct arena *arena, const char *text, const char *at) {
    static const char *const others[] = {"__attribute__", "__attribute", "alias", "__alias__", NULL};
    const char *begin = at;
    size_t length;
    while (begin > text && !strchr(";}#", begin[-1])) begin--;
    for (; begin < at; begin += length ? length : 1) {
        length = word_length(begin);
        const char *behind = begin + length + strspn(begin + length, " \t\r\n");
        if (length && *behind == '(' && !spells_one_of(begin, length, others))
            return arena_text_n(arena, begin, length);
    }
    return NULL;
}

/* `alias("f")`, `#pragma weak a = f` */
static void read_aliases(struct project *project, struct vector_lines *lines, const char *path) {
    struct text read = {0};
    const char *code = project_code(project, path);
    if ((!strstr(code, "alias") && !strstr(code, "weak")) || !file_read_plain(path, &read)) {
        text_free(&read);
        return;
    }
    const char *text = code_only(project->arena, text_chars(&read), false);
    size_t length;
    for (const char *at = text; *at; at += length ? length : 1) {
        length = word_length(at);
        const char *behind = at + length + strspn(at + length, " \t");
        if (spells(at, length, "alias") || spells(at, length, "__alias__")) {
            const char *name = declared_at(project->arena, text, at);
            behind += strspn(behind, "( \t\"");
            if (name && word_length(behind))
                vector_lines_alias(lines, path, name, arena_text_n(project->arena, behind, word_length(behind)));
        } else if (spells(at, length, "weak") && word_length(behind)) {
            const char *value = behind + word_length(behind);
            value += strspn(value, " \t");
            if (*value != '=') continue;
            value += 1 + strspn(value + 1, " \t");
            vector_lines_alias(lines, path, arena_text_n(project->arena, behind, word_length(behind)),
                               arena_text_n(project->arena, value, word_length(value)));
        }
    }
    text_free(&read);
}

/* ---- all of them ---- */

/* Compilers for some machines put a `_` before names of C. */
static const char *name_in(struct project *project, const struct name_set *names, const char *name) {
    const char *other = arena_printf(project->arena, "_%s", name);
    return name_set_has(names, name) ? name : name_set_has(names, other) ? other : NULL;
}

static void name(struct project *project, const char *function, const char *path) {
    for (size_t i = 0; i < project->command->named.count; i++)
        if (!strcmp(project->command->named.items[i].function, function)) return;
    vec_push(&project->command->named, ((struct cfront_named){function, path}));
}

static void read_all(struct project *project, struct vector_lines *lines) {
    for (size_t i = 0; i < project->assembly.count; i++)
        if (!project_is_of_others(project, project->assembly.items[i]))
            read_assembly(project, lines, project->assembly.items[i]);
    for (size_t i = 0; i < project->scripts.count; i++)
        if (!project_is_of_others(project, project->scripts.items[i]))
            read_script(project, lines, project->scripts.items[i]);
    for (size_t i = 0; i < project->sources.count; i++)
        if (!project_is_of_others(project, project->sources.items[i]))
            read_aliases(project, lines, project->sources.items[i]);
}

void project_take_vectors(struct project *project) {
    struct text_list *vectors = &project->command->vectors;
    struct vector_lines *lines = vector_lines_new(project->arena, vector_names_has);
    struct name_set functions = project_owned(project, NULL).functions;
    read_all(project, lines);
    struct name_set names = vector_lines_names(lines), perhaps = vector_lines_perhaps(lines);
    for (size_t i = 0; i < functions.count; i++) {
        const char *function = functions.items[i], *other = name_in(project, &perhaps, function);
        bool is_vector = name_in(project, &names, function);
        if (is_vector && !text_list_has(vectors, function)) vec_push(&vectors->list, function);
        if (!is_vector && other) name(project, function, vector_lines_path(lines, other));
    }
    vector_lines_free(lines);
}

/* ---- tables in C ---- */

/* Behind the values that begin at `at`, up to the end of the declaration; those that are functions are named. */
static const char *read_values(struct project *project, const char *path, const char *at,
                               const struct name_set *functions) {
    size_t length;
    for (; *at && *at != ';'; at += length ? length : 1) {
        length = word_length(at);
        if (!length || isdigit((unsigned char)*at)) continue;
        const char *word = arena_text_n(project->arena, at, length);
        if (name_set_has(functions, word)) name(project, word, path);
    }
    return at;
}

/* `struct vector table[] = {{3, on_pin}};`, outside of all functions. */
static void read_tables(struct project *project, const char *path, const struct name_set *functions) {
    unsigned depth = 0;
    for (const char *at = project_code(project, path); *at; at += *at != '\0') {
        if (*at == '=' && !depth) at = read_values(project, path, at, functions);
        depth += *at == '{';
        depth -= *at == '}' && depth;
    }
}

void project_take_mentioned(struct project *project, const unnamed_list *unnamed, const struct owned *owned) {
    for (size_t i = 0; i < unnamed->count; i++) {
        const struct unnamed *one = &unnamed->items[i];
        if (one->may_be_linked && !name_set_has(&owned->taken, one->path) && !project_comes_last(project, one->path))
            read_tables(project, one->path, &owned->functions);
    }
}
