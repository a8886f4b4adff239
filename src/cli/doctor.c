/* rtcheck doctor: what is installed. Nothing here is needed for a plain check if libtcc or a C compiler is there. */
#include "cfront/load/clang.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/host.h"
#include "cli/common/tool.h"
#include "report/style.h"
#include "report/version.h"

#include "base/units.h"

#include <string.h>
#include <unistd.h>

struct helper {
    const char *name;
    const char *version_option; /* NULL: it has none worth asking */
    const char *purpose;
};

static const struct helper helpers[] = {
    {"cc", "--version", "compiles long searches with -O2 in the background"},
    {"dot", NULL, "rtcheck graph: pictures as SVG or PNG (Graphviz)"},
    {"spin", "-V", "comparing answers with Spin"},
    {"cbmc", "--version", "back end by choice"},
    {"esbmc", "--version", "back end by choice"},
    {"sbatch", "--version", "campaigns beyond one machine (Slurm)"},
};

static void first_line_of_version(const struct helper *helper, struct text *out) {
    if (!helper->version_option) return;
    const char *arguments[] = {helper->name, helper->version_option, NULL};
    struct text output = {0};
    tool_run(arguments, NULL, &output);
    text_add_n(out, text_chars(&output), strcspn(text_chars(&output), "\n"));
    text_free(&output);
}

static void say(const struct style *style, bool found, const char *name, const char *detail, const char *purpose) {
    printf("  %s%-8s%s %-9s %s\n", found ? style->good : style->warn, found ? "found" : "missing", style->end, name,
           purpose);
    if (found && *detail) printf("  %-8s %-9s %s%s%s\n", "", "", style->dim, detail, style->end);
}

static void say_helper(const struct style *style, const struct helper *helper) {
    struct text detail = {0};
    bool found = tool_find(helper->name, &detail);
    if (found && helper->version_option) {
        text_add(&detail, "  ");
        first_line_of_version(helper, &detail);
    }
    say(style, found, helper->name, text_chars(&detail), helper->purpose);
    text_free(&detail);
}

static void say_clang(const struct style *style) {
    struct clang clang;
    struct text why = {0};
    bool found = clang_open(&clang, &why);
    say(style, found, "libclang", found && clang.resources ? clang.resources : "",
        "rtcheck app: reads C sources (17 or newer)");
    if (found) clang_close(&clang);
    text_free(&why);
}

int command_doctor(int argc, char **argv) {
    struct option_table table = {.command = "doctor"};
    struct text_list operands = {0};
    int status = command_parse(&table, "", "Says which optional tools are installed, and what each is for.", argc, argv,
                               0, &operands);
    vec_free(&operands.list);
    if (status != STATUS_GO_ON) return status;

    const struct style *style = style_for(stdout);
    struct text memory = {0};
    units_print_size(&memory, host_memory());
    printf("rtcheck %s, %u processors, %s of memory for searches\n\n", RTCHECK_VERSION, host_processors(),
           text_chars(&memory));
    text_free(&memory);
#ifdef HAVE_LIBTCC
    bool has_tcc = true;
#else
    bool has_tcc = false;
#endif
    say(style, has_tcc, "libtcc", "built in", "compiles models in a millisecond, so that searches start at once");
    say_clang(style);
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++) say_helper(style, &helpers[i]);
    struct text path = {0};
    bool can_check = has_tcc || tool_find("cc", &path);
    text_free(&path);
    if (!can_check) fputs("\nNeither libtcc nor cc: models cannot be checked. Install a C compiler.\n", stdout);
    return can_check ? STATUS_HOLDS : STATUS_BAD_INPUT;
}
