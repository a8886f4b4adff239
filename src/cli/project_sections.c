/* Sections that a linker's script leaves as they are when the system starts (NOLOAD and its kin), and that sources put
 * variables into: what is in these then is not known. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/code_only.h"
#include "cli/project.h"

#include <string.h>

static bool is_script(const char *path) {
    static const char *const endings[] = {".ld",  ".lds", ".ldi", ".x",   ".sct",   ".icf",
                                          ".lcf", ".lsl", ".cmd", ".prm", ".ld.in", NULL};
    for (const char *const *ending = endings; *ending; ending++)
        if (project_has_ending(path, *ending)) return true;
    return false;
}

/* The file of the application that has this in quotes, as names of sections are; NULL: none has. */
static const char *who_uses(struct project *project, const char *section) {
    const char *quoted = arena_printf(project->arena, "\"%s\"", section), *found = NULL;
    for (size_t i = 0; i < project->included.list.count && !found; i++) {
        struct text text = {0};
        if (file_read(project->included.list.items[i], &text) && strstr(text_chars(&text), quoted) &&
            strstr(code_only(project->arena, text_chars(&text), false), quoted))
            found = project->included.list.items[i];
        text_free(&text);
    }
    return found;
}

/* `end_of_data = ADDR(.rodata) + SIZEOF(.rodata);` puts nothing there: where that ends; otherwise here. */
static const char *behind_expression(const char *at) {
    if (*at != '=') return at;
    size_t length = strcspn(at, ";*\"\n");
    return at[length] == ';' ? at + length : at;
}

static bool is_name_char(char c) { return is_word_char(c) || c == '.'; }

/* Each name of the statement: from its line to the brace that ends it. */
static void look_at_statement(struct project *project, const char *path, const char *from, const char *end) {
    for (size_t length; from < end; from += length ? length : 1) {
        from = behind_expression(from);
        for (length = 0; from + length < end && is_name_char(from[length]);) length++;
        const char *section = length > 1 ? arena_text_n(project->arena, from, length) : NULL;
        const char *user = section ? who_uses(project, section) : NULL;
        if (user)
            project_doubt(project, arena_printf(project->arena,
                                                "%s puts variables into section `%s`, which %s leaves as it is when "
                                                "the system starts, and they begin with what is written here",
                                                user, section, path));
    }
}

static void look_into(struct project *project, const char *path, const char *text) {
    static const char *const words[] = {"NOLOAD", "UNINIT", "do not initialize", "NO_INIT", "NOINIT", "NOCLEAR", NULL};
    for (const char *const *word = words; *word; word++)
        for (const char *at = text; (at = strstr(at, *word)); at += strlen(*word)) {
            const char *line = at;
            while (line > text && line[-1] != '\n') line--;
            const char *end = at + strcspn(at, "}");
            look_at_statement(project, path, line, end);
        }
}

void project_doubt_sections(struct project *project) {
    for (size_t i = 0; i < project->parts.count; i++) {
        const char *path = project->parts.items[i];
        struct text text = {0};
        if (is_script(path) && project_may_build(project, path, false, &text))
            look_into(project, path, text_chars(&text));
        text_free(&text);
    }
}
