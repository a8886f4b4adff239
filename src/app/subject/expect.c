#include "app/subject/expect.h"

#include <string.h>

static bool read_one(struct subject *subject, const char *text, struct diagnostics *diagnostics) {
    static const struct place place = {"--expect-error", 0, 0};
    const char *equals = strchr(text, '=');
    const char *name = equals ? arena_text_n(subject->arena, text, (size_t)(equals - text)) : text;
    enum osek_service service;
    enum osek_status status;
    if (!equals) {
        diag_error(diagnostics, place, "'%s' is not SERVICE=CODE, as in ActivateTask=E_OS_LIMIT", text);
    } else if (!osek_service_by_name(name, &service) || !osek_service_has_status(service)) {
        diag_error(diagnostics, place, "there is no service '%s' that returns a status", name);
    } else if (!osek_status_by_name(equals + 1, &status) || status == OSEK_OK) {
        diag_error(diagnostics, place, "there is no error '%s'", equals + 1);
    } else {
        subject->expected[service] |= (uint64_t)1 << status;
        return true;
    }
    return false;
}

bool expect_build(struct subject *subject, const struct app_options *options, struct diagnostics *diagnostics) {
    bool good = true;
    for (size_t i = 0; i < options->expected_count; i++)
        good = read_one(subject, options->expected[i], diagnostics) && good;
    return good;
}
