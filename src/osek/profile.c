/* Profiles: what the standard leaves open, decided as known kernels decide it. */
#include "osek/kernel.h"

#include <string.h>

struct osek_profile osek_profile_standard(void) {
    return (struct osek_profile){0};
}

/* Trampoline, as its functional tests show it. */
struct osek_profile osek_profile_trampoline(void) {
    return (struct osek_profile){
        .task_id_invalid_in_isr = true,
        .hooks_for_idle = true,
        .hooks_for_isr = true,
        .no_post_hook_on_self_chain = true,
        .disabled_interrupts_error = true,
        .autostart_before_startup_hook = true,
        .end_terminates = true,
        .fixed_autostart_order = true,
        .fixed_alarm_order = true,
        .fixed_errors = true,
        .zero_increment_ok = true,
        .counter_maximum = 65535, /* of its generator */
    };
}

/* ERIKA: main() goes on behind StartOS, as the idle task, and a task ends where its function does. Its counters go
 * round, and differences of times are signed. */
struct osek_profile osek_profile_erika(void) {
    return (struct osek_profile){.end_terminates = true, .main_goes_on = true, .counter_maximum = INT32_MAX};
}

bool osek_profile_by_name(const char *name, struct osek_profile *profile) {
    if (!strcmp(name, "standard"))
        *profile = osek_profile_standard();
    else if (!strcmp(name, "trampoline"))
        *profile = osek_profile_trampoline();
    else if (!strcmp(name, "erika"))
        *profile = osek_profile_erika();
    else
        return false;
    return true;
}
