#include "cfront/source/trigraphs.h"

#include "base/word.h"
#include "cfront/text/code_only.h"

#include <string.h>

/* One that matters in code; or, in a comment too, one that joins the next line to it. */
static bool is_trigraph(const char *at, bool is_code) {
    if (at[0] != '?' || at[1] != '?' || !at[2]) return false;
    return is_code ? strchr("=/'()!<>-", at[2]) != NULL : at[2] == '/' && at[3 + (at[3] == '\r')] == '\n';
}

static const char *find(const char *text, bool is_code) {
    for (const char *at = text; (at = strstr(at, "??")); at++)
        if (is_trigraph(at, is_code)) return at;
    return NULL;
}

void trigraphs_read(struct front *front, const char *file, const char *text) {
    if (front->trigraph_file || !front_is_users(front, file) || !find(text, true)) return;
    if (find(code_only(front->scratch, text, false), true) || find(text, false))
        front->trigraph_file = arena_text(front->scratch, file);
}

/* Do the options say which it is? */
static bool is_said(const struct front *front) {
    static const char *const options[] = {"-std=",      "--std=",         "-ansi",       "--ansi",
                                          "-trigraphs", "-fno-trigraphs", "-ftrigraphs", NULL};
    for (size_t i = 0; i < front->options->argument_count; i++)
        if (begins_with_one_of(front->options->arguments[i], options)) return true;
    return front->options->compile_commands != NULL;
}

void trigraphs_tell(struct front *front) {
    if (front->trigraph_file && !is_said(front))
        front_assume(front, arena_printf(front->arena,
                                         "`?\?/` and its like in `%s` are what they seem to be, no trigraphs (--clang "
                                         "-trigraphs says otherwise)",
                                         front->trigraph_file));
}
