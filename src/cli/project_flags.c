/* Options of the build that change what numbers are: those of the configuration and of its makefile are given, those of
 * other files of the build are told. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/number_flags.h"
#include "cli/includes.h"
#include "cli/oil_build.h"
#include "cli/project.h"

#include <string.h>
#include <sys/stat.h>

static void tell(struct project *project, const char *flag, size_t length, const char *home) {
    const char *what = number_flags_kind(flag, length) == FLAG_LANGUAGE ? "nothing" : "no number";
    const char *text =
        arena_printf(project->arena, "`%.*s`, which %s has, changes %s that matters", (int)length, flag, home, what);
    if (!text_list_has(&project->command->assumed, text)) vec_push(&project->command->assumed.list, text);
}

static bool is_ours(enum number_flag kind) { return kind == FLAG_OURS || kind == FLAG_CHARS; }

/* `-include cfg.h`: what it defines counts in every source. */
static void take_header(struct project *project, const char *name, size_t length, const char *home) {
    const char *path = includes_beside(project->arena, home, name, length);
    struct stat status;
    if (stat(path, &status)) {
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena, "`%.*s`, which %s has the compiler include, has nothing that matters",
                              (int)length, name, home));
        return;
    }
    vec_push(&project->flags.list, "-include");
    vec_push(&project->flags.list, path);
}

/* `-UNAME`, `-U NAME` */
static void take_undefined(struct project *project, const char *flags, const char *end) {
    for (const char *at = flags; (at = strstr(at, "-U")) && at < end; at += 2) {
        if (at > flags && !strchr(" \t\"'", at[-1])) continue;
        const char *name = at + 2 + strspn(at + 2, " \t");
        size_t length = word_length(name);
        if (length && name < end)
            vec_push(&project->flags.list, arena_printf(project->arena, "-U%.*s", (int)length, name));
    }
}

void project_take_flags(struct project *project, const char *flags, size_t size, const char *home) {
    static const char include[] = "-include ";
    size_t length = 0;
    const char *end = flags + size;
    for (const char *at = flags; (at = number_flags_next(at, (size_t)(end - at), &length)); at += length) {
        if (is_ours(number_flags_kind(at, length)))
            vec_push(&project->flags.list, arena_text_n(project->arena, at, length));
        else
            tell(project, at, length, home);
    }
    take_undefined(project, flags, end);
    for (const char *at = flags; (at = strstr(at, include)) && at < end;) {
        at += sizeof include - 1;
        at += strspn(at, " ");
        length = strcspn(at, " \"\n");
        if (at < end) take_header(project, at, length, home);
    }
}

void project_take_configured_flags(struct project *project) {
    for (size_t i = 0; i < project->command->configurations.list.count; i++) {
        const char *text = project->texts.items[i];
        size_t length = 0;
        for (const char *at = text; (at = oil_build_flags(text, at + length, &length));)
            project_take_flags(project, at, length, project->command->configurations.list.items[i]);
    }
}

/* Lines that are comments of makefiles and their like count for nothing. */
static void tell_flags_of(struct project *project, const char *path, const char *text) {
    for (const char *line = text; *line;) {
        size_t size = strcspn(line, "\n"), length = 0;
        bool is_comment = line[strspn(line, " \t")] == '#';
        const char *end = line + size;
        for (const char *at = is_comment ? end : line; (at = number_flags_next(at, (size_t)(end - at), &length));
             at += length) {
            const char *flag = arena_text_n(project->arena, at, length);
            if (!text_list_has(&project->command->compiler_options, flag)) tell(project, at, length, path);
        }
        line = *end ? end + 1 : end;
    }
}

void project_assume_flags(struct project *project) {
    const struct text_list *configurations = &project->command->configurations;
    if (project->command->compile_commands) return;
    for (size_t i = 0; i < configurations->list.count; i++)
        tell_flags_of(project, configurations->list.items[i], project->texts.items[i]);
    for (size_t i = 0; i < project->builds.count; i++) {
        struct text text = {0};
        if (file_read(project->builds.items[i], &text))
            tell_flags_of(project, project->builds.items[i], text_chars(&text));
        text_free(&text);
    }
}
