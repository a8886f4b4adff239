/* Any bytes as a C source of a small OSEK application, and behind a line `%%` as its stubs: the front end, the analyses
 * and a few hundred steps must not crash, hang or leak, and nothing is refused without a word. */
#include "target.h"

#include "app/app.h"

#include <stdlib.h>
#include <string.h>

static const char configuration[] =
    "CPU c { OS o { STATUS = EXTENDED; STARTUPHOOK = FALSE; ERRORHOOK = FALSE; SHUTDOWNHOOK = FALSE; "
    "PRETASKHOOK = FALSE; POSTTASKHOOK = FALSE; }; APPMODE std {}; EVENT e { MASK = AUTO; };\n"
    "RESOURCE r { RESOURCEPROPERTY = STANDARD; };\n"
    "TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = std; }; RESOURCE = r; };\n"
    "TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; RESOURCE = r; EVENT = e; };\n"
    "ISR i { CATEGORY = 2; PRIORITY = 3; }; };\n";

FUZZ_TARGET(c) {
    static const char mark[] = "\n%%\n";
    const uint8_t *end = memmem(bytes, size, mark, sizeof mark - 1);
    size_t length = end ? (size_t)(end - bytes) : size;
    const uint8_t *rest = end ? end + sizeof mark - 1 : bytes + size;
    char *oil = fuzz_file("a.oil", configuration, sizeof configuration - 1), *source = fuzz_file("a.c", bytes, length);
    char *stubs = fuzz_file("a.stubs", rest, (size_t)(bytes + size - rest));
    struct diagnostics diagnostics = {0};
    struct app_options options = app_options_default();
    if (end) options.cfront.stubs = stubs;
    options.cfront.recursion_limit = 8;
    options.step_limit = 2000;
    struct app *app = app_load((const char *const *)&oil, 1, (const char *const *)&source, 1, &options, &diagnostics);
    if (!app != (diagnostics.errors > 0)) abort();
    if (app) {
        fuzz_begin();
        app_set_patience(app, fuzz_goes_on, NULL);
        fuzz_search(app_ts(app));
    }
    app_free(app);
    diag_free(&diagnostics);
    free(oil);
    free(source);
    free(stubs);
    return 0;
}
