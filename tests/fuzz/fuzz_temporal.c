/* Any bytes as a formula over time of a small application, and of a small machine of Event-B: neither must crash, hang
 * or leak, nor refuse without a word; what is accepted can be searched with its system. */
#include "target.h"

#include "app/app.h"
#include "eventb/load.h"
#include "eventb/machine.h"
#include "eventb/temporal.h"
#include "ts/product.h"

#include <stdlib.h>
#include <string.h>

static const char machine_text[] = "machine m\nvariables x s\ninvariants\n  @x x ∈ 0‥3\n  @s s ⊆ 0‥2\nevents\n"
                                   "  event INITIALISATION then\n    @x x ≔ 0\n    @s s ≔ ∅\n  end\n"
                                   "  event add any i where\n    @i i ∈ 0‥2 ∖ s\n  then\n    @s s ≔ s ∪ {i}\n  end\n"
                                   "  event reset then\n    @x x ≔ (x + 1) mod 4\n    @s s ≔ ∅\n  end\nend\n";

static const char configuration[] =
    "CPU c { OS o { STATUS = EXTENDED; STARTUPHOOK = FALSE; ERRORHOOK = FALSE; SHUTDOWNHOOK = FALSE; "
    "PRETASKHOOK = FALSE; POSTTASKHOOK = FALSE; }; APPMODE std {}; EVENT e { MASK = AUTO; };\n"
    "RESOURCE r { RESOURCEPROPERTY = STANDARD; };\n"
    "TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE { APPMODE = std; }; RESOURCE = r; };\n"
    "TASK u { PRIORITY = 2; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = FALSE; EVENT = e; };\n"
    "ISR i { CATEGORY = 2; PRIORITY = 3; }; };\n";

static const char source[] = "#include \"os.h\"\nint x; static unsigned char a[3]; struct { int m : 3; char *n; } s;\n"
                             "enum { RED, GREEN } light; float f; DeclareResource(r);\n"
                             "TASK(t) { static int y; x = 1; GetResource(r); a[1]++; y++; s.m = 2;\n"
                             "ReleaseResource(r); ActivateTask(u); SetEvent(u, e); TerminateTask(); }\n"
                             "TASK(u) { WaitEvent(e); ClearEvent(e); light = GREEN; TerminateTask(); }\n"
                             "ISR(i) { x = 0; }\n";

static struct app *whole_app(void) {
    static struct app *app;
    if (app) return app;
    char *oil = fuzz_file("a.oil", configuration, sizeof configuration - 1);
    char *code = fuzz_file("a.c", source, sizeof source - 1);
    struct diagnostics diagnostics = {0};
    struct app_options options = app_options_default();
    app = app_load((const char *const *)&oil, 1, (const char *const *)&code, 1, &options, &diagnostics);
    if (!app) diag_print(&diagnostics, stderr), abort();
    diag_free(&diagnostics);
    free(oil);
    free(code);
    return app;
}

static void search_with(const struct ts *system, const struct ts_observer *observer) {
    struct ts *product = ts_product_new(system, observer);
    fuzz_search(product);
    ts_product_free(product);
}

static void over_application(const char *formula) {
    const struct app *loaded = whole_app();
    const struct app_property property = {.text = formula, .place = {"--ltl", 1, 1}};
    struct app_options options = app_options_default();
    options.properties = &property, options.property_count = 1;
    struct diagnostics diagnostics = {0};
    struct app *app =
        app_new(app_program(loaded), app_kernel_config(loaded), app_names(loaded), &options, &diagnostics);
    if (!app != (diagnostics.errors > 0)) abort();
    if (app && app_property_count(app)) search_with(app_ts(app), app_property_observer(app, 0));
    app_free(app);
    diag_free(&diagnostics);
}

static void over_machine(const char *formula) {
    static struct eb_development *development;
    static struct eb_machine *machine;
    struct diagnostics diagnostics = {0};
    if (!machine) {
        struct text text = {0};
        text_add_n(&text, machine_text, sizeof machine_text - 1);
        development = eb_load_bytes("/nowhere/m.eventb", &text, NULL, &diagnostics);
        machine = development ? eb_machine_new(development, &(struct eb_bounds){.high = 3}, &diagnostics) : NULL;
        text_free(&text);
        if (!machine) diag_print(&diagnostics, stderr), abort();
    }
    struct eb_temporal *temporal = eb_temporal_new(machine, development, formula, &diagnostics);
    if (!temporal != (diagnostics.errors > 0)) abort();
    if (temporal) search_with(eb_machine_ts(machine), eb_temporal_observer(temporal));
    eb_temporal_free(temporal);
    diag_free(&diagnostics);
}

FUZZ_TARGET(temporal) {
    char *formula = malloc(size + 1);
    if (size) memcpy(formula, bytes, size);
    formula[size] = '\0';
    over_application(formula);
    over_machine(formula);
    free(formula);
    return 0;
}
