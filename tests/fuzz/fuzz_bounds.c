/* Any lines as bounds of a small machine (`TASK=3`, `most=2..4`), and as settings of a small environment model. They
 * must not crash, hang or leak; nothing is refused without a word; what is accepted can be searched. */
#include "target.h"

#include "env/model.h"
#include "eventb/load.h"
#include "eventb/machine.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 16 };

static const char machine_text[] =
    "context c\nsets TASK STATE\nconstants off on most owner\naxioms\n"
    "  @states partition(STATE, {off}, {on})\n  @most most ∈ ℕ1\n"
    "  @owner owner ∈ 0‥most → TASK\nend\n"
    "machine m sees c\nvariables state count\ninvariants\n"
    "  @state state ∈ TASK → STATE\n  @count count ∈ ℤ\nevents\n"
    "  event INITIALISATION then\n    @state state ≔ TASK × {off}\n    @count count ≔ 0\n"
    "  end\n"
    "  event start any t where\n    @off state(t) = off\n  then\n"
    "    @state state(t) ≔ on\n    @count count ≔ count + most\n  end\nend\n";

static const char environment_text[] = "const N = 2; const LOW = 0;\n"
                                       "class Task[1..N] { pri: LOW..N; inv pri >= LOW; }\n";

static void bound(const char *const *settings, size_t count) {
    static struct eb_development *development;
    struct diagnostics diagnostics = {0};
    if (!development) {
        struct text text = {0};
        text_add_n(&text, machine_text, sizeof machine_text - 1);
        development = eb_load_bytes("/nowhere/m.eventb", &text, NULL, &diagnostics);
        text_free(&text);
        if (!development) abort();
    }
    fuzz_begin();
    const struct eb_bounds bounds = {
        .settings = settings, .setting_count = count, .max_setups = 3, .goes_on = fuzz_goes_on};
    struct eb_machine *machine = eb_machine_new(development, &bounds, &diagnostics);
    if (machine ? diagnostics.errors : !diagnostics.errors && fuzz_goes_on(NULL)) abort();
    if (machine) fuzz_search(eb_machine_ts(machine));
    eb_machine_free(machine);
    diag_free(&diagnostics);
}

static void set(char *const *lines, size_t count) {
    struct env_setting settings[MOST];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        char *equals = strchr(lines[i], '=');
        if (!equals) continue;
        *equals = '\0';
        settings[used++] = (struct env_setting){lines[i], strtoll(equals + 1, NULL, 0)};
    }
    struct diagnostics diagnostics = {0};
    struct env_model *model =
        env_parse_text(environment_text, sizeof environment_text - 1, "m.env", settings, used, &diagnostics);
    if (!model != (diagnostics.errors > 0)) abort();
    env_model_free(model);
    diag_free(&diagnostics);
}

FUZZ_TARGET(bounds) {
    char *text = malloc(size + 1), *lines[MOST], *rest = text;
    if (size) memcpy(text, bytes, size);
    text[size] = '\0';
    size_t count = 0;
    for (char *line; count < MOST && (line = strsep(&rest, "\n"));)
        if (*line) lines[count++] = line;
    bound((const char *const *)lines, count);
    set(lines, count);
    free(text);
    return 0;
}
