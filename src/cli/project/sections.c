/* Sections that a linker's script leaves as they are when the system starts (NOLOAD and its kin), and that sources put
 * variables into: what is in these then is not known. */
#include "base/file.h"
#include "base/named.h"
#include "base/word.h"
#include "cfront/text/code_only.h"
#include "cli/project/project.h"

#include <string.h>

static bool is_script(const char *path) {
    static const char *const endings[] = {".ld",  ".lds", ".ldi", ".x",   ".sct",   ".icf",
                                          ".lcf", ".lsl", ".cmd", ".prm", ".ld.in", NULL};
    for (const char *const *ending = endings; *ending; ending++)
        if (project_has_ending(path, *ending)) return true;
    return false;
}

/* What a file of the application has in quotes, as names of sections are. */
struct quoted {
    const char *name;
    size_t file; /* by its number */
};

typedef VEC(struct quoted) quoted_list;

static bool is_name_char(char c) { return is_word_char(c) || c == '.'; }

static void add_quoted(struct project *project, quoted_list *all, size_t file) {
    struct text text = {0};
    const char *path = project->included.list.items[file];
    const char *code = file_read(path, &text) ? code_only(project->arena, text_chars(&text), false) : "";
    for (const char *at = code; (at = strchr(at, '"')); at++) {
        size_t length = 0;
        while (is_name_char(at[1 + length])) length++;
        if (length && at[1 + length] == '"')
            vec_push(all, (struct quoted){arena_text_n(project->arena, at + 1, length), file});
    }
    text_free(&text);
}

/* By name; of those that have one, the first comes first. */
static int compare_quoted(const void *a, const void *b) {
    const struct quoted *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : (one->file > other->file) - (one->file < other->file);
}

static quoted_list quoted_in(struct project *project) {
    quoted_list all = {0};
    for (size_t i = 0; i < project->included.list.count; i++) add_quoted(project, &all, i);
    if (all.count) qsort(all.items, all.count, sizeof *all.items, compare_quoted);
    return all;
}

/* The file of the application that has it in quotes; NULL: none has. */
static const char *who_uses(const struct project *project, const quoted_list *quoted, const char *section) {
    size_t at = named_first(quoted->items, quoted->count, sizeof *quoted->items, section);
    bool is_there = at < quoted->count && !strcmp(quoted->items[at].name, section);
    return is_there ? project->included.list.items[quoted->items[at].file] : NULL;
}

/* `end_of_data = ADDR(.rodata) + SIZEOF(.rodata);` puts nothing there: where that ends; otherwise here. */
static const char *behind_expression(const char *at) {
    if (*at != '=') return at;
    size_t length = strcspn(at, ";*\"\n");
    return at[length] == ';' ? at + length : at;
}

/* Each name of the statement: from its line to the brace that ends it. */
static void look_at_statement(struct project *project, const quoted_list *quoted, const char *path, const char *from,
                              const char *end) {
    for (size_t length; from < end; from += length ? length : 1) {
        from = behind_expression(from);
        for (length = 0; from + length < end && is_name_char(from[length]);) length++;
        const char *section = length > 1 ? arena_text_n(project->arena, from, length) : NULL;
        const char *user = section ? who_uses(project, quoted, section) : NULL;
        if (user)
            project_doubt(project, arena_printf(project->arena,
                                                "%s puts variables into section `%s`, which %s leaves as it is when "
                                                "the system starts, and they begin with what is written here",
                                                user, section, path));
    }
}

static void look_into(struct project *project, const quoted_list *quoted, const char *path, const char *text) {
    static const char *const words[] = {"NOLOAD", "UNINIT", "do not initialize", "NO_INIT", "NOINIT", "NOCLEAR", NULL};
    for (const char *const *word = words; *word; word++)
        for (const char *at = text; (at = strstr(at, *word)); at += strlen(*word)) {
            const char *line = at;
            bool is_whole = (at == text || !is_word_char(at[-1])) && !is_word_char(at[strlen(*word)]);
            if (!is_whole) continue; /* `.VAR_NOINIT_8` */
            while (line > text && line[-1] != '\n') line--;
            const char *end = at + strcspn(at, "}");
            look_at_statement(project, quoted, path, line, end);
        }
}

void project_doubt_sections(struct project *project) {
    quoted_list quoted = quoted_in(project);
    for (size_t i = 0; i < project->parts.count; i++) {
        const char *path = project->parts.items[i];
        struct text text = {0};
        if (is_script(path) && project_may_build(project, path, false, &text))
            look_into(project, &quoted, path, text_chars(&text));
        text_free(&text);
    }
    vec_free(&quoted);
}
