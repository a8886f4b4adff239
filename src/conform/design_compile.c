#include "conform/design_compile.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char header[] =
#include "conform/rtcheck_design_text.h"
    ;

/* cc's exit status, or below 0. */
static int run_compiler(const char *source, const char *directory, const char *library, struct text *messages) {
    const char *arguments[] = {"cc", "-std=gnu11", "-O2", "-g",    "-shared", "-fPIC", "-w",
                               "-I", directory,    "-o",  library, source,    NULL};
    return process_run(directory, arguments, NULL, messages);
}

static bool compile_in(const char *source, struct compiled_design *compiled, struct diagnostics *diagnostics) {
    char *include = folder_path(compiled->directory, "rtcheck_design.h");
    char *whole = realpath(source, NULL); /* not to be taken for an option */
    struct text text = {0};
    int status = -1;
    compiled->library = folder_path(compiled->directory, "design.so");
    if (whole && file_write(include, header, sizeof header - 1))
        status = run_compiler(whole, compiled->directory, compiled->library, &text);
    if (status != 0) {
        while (text.length && text.chars[text.length - 1] == '\n') text.chars[--text.length] = '\0';
        diag_error(diagnostics, (struct place){source, 0, 0}, "%s%s",
                   status < 0 ? "there is no `cc` to compile it with, or it was stopped" : "cc does not compile it:\n",
                   status > 0 ? text_chars(&text) : "");
    }
    text_free(&text);
    free(whole);
    free(include);
    return status == 0;
}

bool design_compile(const char *path, struct compiled_design *compiled, struct diagnostics *diagnostics) {
    *compiled = (struct compiled_design){0};
    size_t length = strlen(path);
    if (access(path, R_OK) != 0) {
        diag_error(diagnostics, (struct place){path, 0, 0}, "cannot be read: %s", strerror(errno));
        return false;
    }
    if (length > 3 && strcmp(path + length - 3, ".so") == 0) {
        compiled->library = realpath(path, NULL); /* not a name to be looked for in system directories */
        if (!compiled->library)
            diag_error(diagnostics, (struct place){path, 0, 0}, "cannot be read: %s", strerror(errno));
        return compiled->library != NULL;
    }
    compiled->directory = folder_new("design");
    if (!compiled->directory) {
        diag_error(diagnostics, (struct place){path, 0, 0}, "no folder to compile it in can be made: %s",
                   strerror(errno));
        return false;
    }
    if (compile_in(path, compiled, diagnostics)) return true;
    design_compiled_free(compiled);
    return false;
}

void design_compiled_free(struct compiled_design *compiled) {
    free(compiled->library);
    folder_free(compiled->directory);
}
