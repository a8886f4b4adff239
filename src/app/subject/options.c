#include "app/subject/options.h"

enum { STEP_LIMIT = 100 * 1000 * 1000 };

struct app_options app_options_default(void) {
    return (struct app_options){.other_isrs = {.times = APP_UNBOUNDED},
                                .other_counters = {.times = APP_UNBOUNDED, .open = true},
                                .step_limit = STEP_LIMIT};
}

const char *app_profile_name(size_t index) {
    static const char *const names[] = {"standard", "trampoline", "erika"};
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}
