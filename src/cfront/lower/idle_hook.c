#include "cfront/lower/idle_hook.h"

static struct symbol *hook_of(struct front *front) {
    const char *name = front->names->idle_hook;
    struct symbol *symbol = name ? symbol_find_function(front, name) : NULL;
    bool takes_nothing = symbol && symbol->has_definition && !symbol_function(front, symbol)->type->count;
    return takes_nothing ? symbol : NULL;
}

void idle_hook_run(struct lower *lower, struct place place) {
    struct front *front = lower->front;
    struct symbol *hook = front->names->config->profile.main_goes_on ? hook_of(front) : NULL;
    if (!hook) return;
    label again = lower_new_label(lower);
    lower_place_label(lower, again);
    lower_emit(lower, C_CALL, place)->callee = symbol_function(front, hook);
    lower_jump(lower, again, place);
    lower->unreachable = true;
    front->runs_idle_hook = true;
}

void idle_hook_doubt(struct front *front) {
    if (front->runs_idle_hook || !hook_of(front)) return;
    front_doubt(front, "`%s`, the idle hook of the configuration, does not run here%s", front->names->idle_hook,
                front->names->config->profile.main_goes_on ? ": no source calls StartOS"
                                                           : " (--profile erika runs it)");
}
