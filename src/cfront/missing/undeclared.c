#include "cfront/missing/undeclared.h"

#include "base/word.h"

#include <string.h>

bool missing_declaration(const struct front *front, const char *name) {
    return is_in_list(name, front->undeclared.items, front->undeclared.count);
}

bool missing_is_of_compiler(const char *name) {
    return strcasestr(name, "static") || strcasestr(name, "compile") || strcasestr(name, "build");
}

bool missing_may_be_macro(const struct front *front, const char *name) {
    return !has_small_letters(name, strlen(name)) && missing_declaration(front, name);
}
