#include "cfront/whole/vendor_calls.h"

#include "cfront/program/symbols.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool are_letters_alike(const char *name, const char *other) {
    for (;; name++, other++) {
        name += strspn(name, "_");
        other += strspn(other, "_");
        if (tolower((unsigned char)*name) != tolower((unsigned char)*other)) return false;
        if (!*name) return true;
    }
}

/* The standard's hooks have one name; functions like theirs (`OsErrorHook`) are the application's. */
static bool is_standards(const char *attribute) {
    static const char *const hooks[] = {"STARTUPHOOK", "SHUTDOWNHOOK", "ERRORHOOK", "PRETASKHOOK", "POSTTASKHOOK"};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (are_letters_alike(attribute, hooks[i])) return true;
    return false;
}

bool vendor_calls_is_hook(const char *function, const char *attribute) {
    static const char *const beginnings[] = {"Os", "EE_", "OSEE_", "tpl_"};
    static const char com[] = "COM", start[] = "COMSTART";
    if (!strcasecmp(function, attribute)) return true;
    if (!strncasecmp(attribute, start, sizeof start - 1)) attribute += sizeof com - 1;
    if (is_standards(attribute)) return false;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t length = strlen(beginnings[i]);
        if (!strncasecmp(function, beginnings[i], length) && are_letters_alike(function + length, attribute))
            return true;
    }
    return are_letters_alike(function, attribute);
}

static void doubt(struct front *front, struct symbol *symbol, const char *why) {
    if (symbol && symbol->has_definition && symbol_function(front, symbol)->role == C_ORDINARY)
        front_doubt(front, "`%s`, which the configuration %s for generated code to call, does not run here",
                    symbol->name, why);
}

void vendor_calls_doubt(struct front *front) {
    for (const char *const *name = front->names->vendors; name && *name; name++)
        doubt(front, symbol_find_function(front, *name), "names");
    for (const char *const *hook = front->names->hooks; hook && *hook; hook++)
        for (size_t i = 0; i < front->symbol_list.count; i++)
            if (front->symbol_list.items[i]->is_function &&
                vendor_calls_is_hook(front->symbol_list.items[i]->name, *hook))
                doubt(front, front->symbol_list.items[i], "switches on");
}
