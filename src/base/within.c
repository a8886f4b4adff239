#include "base/within.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

bool within_folder(const char *file, const char *folder) {
    char *inner = realpath(file, NULL), *outer = realpath(folder, NULL);
    size_t length = outer ? strlen(outer) : 0;
    bool below = inner && outer && strncmp(inner, outer, length) == 0 && (inner[length] == '/' || length == 1);
    free(inner);
    free(outer);
    return below;
}

bool within_sources(const char *file) {
    static const char *const endings[] = {".pml", ".prom", ".promela", ".spin", ".ltl", ".inc", ".h", ".oil"};
    char *name = realpath(file, NULL);
    const char *dot = name ? strrchr(name, '.') : NULL;
    bool known = false;
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++) known = known || !strcmp(dot, endings[i]);
    free(name);
    return known;
}

bool within_reach(const char *file, const char *main, const char *const *folders) {
    const char *slash = strrchr(main, '/');
    struct text own = {0};
    text_add_n(&own, slash ? main : ".", slash ? (size_t)(slash - main) + 1 : 1);
    bool reached = within_folder(file, text_chars(&own));
    text_free(&own);
    for (; !reached && folders && *folders; folders++) reached = within_folder(file, *folders);
    return reached;
}
