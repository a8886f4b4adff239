#include "cli/picture.h"

#include "base/limits.h"
#include "cli/common/command.h"
#include "cli/common/tool.h"

#include <string.h>

enum format { FORMAT_DOT, FORMAT_SVG, FORMAT_PNG, FORMAT_PDF, FORMAT_UNKNOWN };
static const char *const endings[] = {".dot", ".svg", ".png", ".pdf"};

static enum format format_of(const char *path) {
    const char *dot = strrchr(path, '.');
    for (unsigned i = 0; dot && i < FORMAT_UNKNOWN; i++)
        if (strcmp(dot, endings[i]) == 0) return (enum format)i;
    return FORMAT_UNKNOWN;
}

bool picture_can_write(const char *command, const char *path) {
    if (path && format_of(path) == FORMAT_UNKNOWN) {
        command_complain(command, "'%s' must end in .svg, .png, .pdf or .dot", path);
        return false;
    }
    return command_can_write(command, path);
}

static bool lay_out(const char *command, enum format format, const struct text *dot, struct text *picture) {
    static const char *const types[] = {"-Tdot", "-Tsvg", "-Tpng", "-Tpdf"};
    struct text path = {0};
    bool found = tool_find("dot", &path);
    text_free(&path);
    if (!found) {
        command_complain(command, "pictures need Graphviz, and its program 'dot' is not installed; "
                                  "'-o FILE.dot' works without it");
        return false;
    }
    const char *arguments[] = {"dot", types[format], NULL};
    int status = tool_run(arguments, dot, picture);
    if (status != 0 || picture->length == 0) {
        limits_check(); /* which end it, too */
        command_complain(command, "'dot' failed with status %d", status);
        return false;
    }
    return true;
}

bool picture_write(const char *command, const char *path, const struct text *dot) {
    if (!path) {
        limits_answering();
        return fwrite(text_chars(dot), 1, dot->length, stdout) == dot->length;
    }
    enum format format = format_of(path);
    if (format == FORMAT_DOT) return command_write(command, path, dot);
    struct text picture = {0};
    bool good = lay_out(command, format, dot, &picture) && command_write(command, path, &picture);
    text_free(&picture);
    return good;
}
