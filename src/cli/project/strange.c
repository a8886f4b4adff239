/* Flags of the build of which nothing is known here: they are told. */
#include "base/some_names.h"
#include "base/word.h"
#include "cli/project/harmless_flags.h"
#include "cli/project/oil_build.h"
#include "cli/project/project.h"

#include <ctype.h>
#include <string.h>

struct strange {
    struct project *project;
    struct text_list known;
    struct some_names names;
};

static bool begins_flag(const char *text, const char *at) {
    if (*at != '-' || (!isalpha((unsigned char)at[1]) && !strchr("-$", at[1]))) return false;
    return at == text || strchr(" \t\n\"'>=;,(", at[-1]);
}

/* Of one that is put together, `-f$(MODE)`, what stands before the variable counts. */
static bool is_harmless(const char *flag, size_t length) {
    static const char *const standards[] = {"-std=", "--std=", NULL};
    const char *variable = memchr(flag, '$', length);
    if (!variable) return harmless_flags_have(flag, length);
    size_t before = (size_t)(variable - flag);
    return before > 1 && !spells_one_of(flag, before, standards) && harmless_flags_have(flag, before);
}

/* With `$(VARIABLE)` in it. */
static size_t flag_length(const char *flag) {
    size_t length = strcspn(flag, " \t\r\n\"'<>;,()`");
    while (length && flag[length - 1] == '$' && flag[length] == '(') {
        length += strcspn(flag + length, ")\n");
        length += strcspn(flag + length, " \t\r\n\"'<>;,(`");
    }
    return length;
}

/* Words of options, up to what ends them: a value of several words is none by itself. */
static void look_at_words(struct strange *strange, const char *path, const char *text, size_t size) {
    for (const char *at = text, *end = text + size; at < end; at++) {
        if (!begins_flag(text, at)) continue;
        size_t length = flag_length(at);
        if (at + length > end) continue;
        const char *flag = arena_text_n(strange->project->arena, at, length);
        bool is_value = at > text && at[-1] == ','; /* -Wl,-x */
        if (!is_value && !is_harmless(at, length) && !text_list_has(&strange->known, flag)) {
            vec_push(&strange->known.list, flag);
            some_names_add(&strange->names, arena_printf(strange->project->arena, "`%s`", flag), path);
        }
        at += length ? length - 1 : 0;
    }
}

/* `CFLAGS += ...`, `target_compile_options(...)`, `<MiscControls>...`: what compilers of C get. */
static bool is_for_c(const char *line, size_t length) {
    static const char *const words[] = {"CFLAGS",
                                        "C_FLAGS",
                                        "C_OPT",
                                        "CCFLAGS",
                                        "COPTS",
                                        "CC_OPT",
                                        "CCOPT",
                                        "ccflags",
                                        "cflags",
                                        "compile_options(",
                                        "c_args",
                                        "add_project_arguments",
                                        "build_flags",
                                        "MiscControls",
                                        "c_additional_options",
                                        NULL};
    static const char *const others[] = {"CXX", "LDFLAGS", "ASFLAGS", "AFLAGS", "LINK", "ARFLAGS", NULL};
    const char *end = line + strcspn(line, "=(>\n");
    if (end > line + length) end = line + length;
    size_t head = (size_t)(end - line) + (*end == '(');
    for (const char *const *other = others; *other; other++)
        if (memmem(line, head, *other, strlen(*other))) return false;
    for (const char *const *word = words; *word; word++)
        if (memmem(line, head, *word, strlen(*word))) return true;
    return false;
}

/* A line that a backslash ends goes on. */
static void look_into(struct strange *strange, const char *path, const char *text) {
    bool goes_on = false;
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        bool is_comment = line[strspn(line, " \t")] == '#', is_c = goes_on || is_for_c(line, length);
        if (is_c && !is_comment) look_at_words(strange, path, line, length);
        size_t end = length;
        while (end && strchr(" \t\r", line[end - 1])) end--;
        goes_on = is_c && !is_comment && end && line[end - 1] == '\\';
        line += length + (line[length] == '\n');
    }
}

void project_assume_strange_flags(struct project *project) {
    struct strange strange = {.project = project};
    if (project->command->compile_commands) return;
    for (size_t i = 0; i < project->texts.count; i++) {
        size_t length = 0;
        for (const char *at = project->texts.items[i];
             (at = oil_build_flags(project->texts.items[i], at + length, &length));)
            look_at_words(&strange, project->command->configurations.list.items[i], at, length);
    }
    for (struct build_text build = {0}; project_next_build(project, &build);)
        if (build.is_build || !project_is_prose(project, build.path)) look_into(&strange, build.path, build.text);
    if (strange.names.count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena,
                              "flags of the build that are not known here change nothing that matters: %s",
                              some_names_chars(&strange.names)));
    some_names_free(&strange.names);
    vec_free(&strange.known.list);
}
