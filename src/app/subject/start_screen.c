#include "app/subject/start_screen.h"

#include "cfront/ir/walk.h"
#include "cfront/library/headers.h"

#include <string.h>

/* What decides whether one round is like another, in a function and in all that it calls by name. */
struct round {
    bool *seen; /* by function */
    bool looks; /* at memory that lasts, or at what the system is like */
    bool chooses, branches;
};

static void look_at(void *context, const struct c_expression *e) {
    struct round *round = context;
    if (e->kind != C_LOAD) return;
    const struct c_expression *root = c_root(e->left);
    bool is_known = root->kind == C_OBJECT;
    bool lasts = is_known && root->object->storage <= C_STATIC_LOCAL && !root->object->is_const;
    round->looks |= !is_known || lasts;
}

static void follow(const struct c_function *function, struct round *round) {
    if (round->seen[function->index]) return;
    round->seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        walk_instruction(code, look_at, round);
        round->looks |= code->kind == C_SERVICE || (code->kind == C_CALL && !code->callee);
        round->chooses |= code->kind == C_CHOOSE;
        round->branches |= code->kind == C_BRANCH;
        if (code->kind == C_CALL && code->callee) follow(code->callee, round);
    }
}

bool start_screen_is(const struct c_function *function) { return !strcmp(function->name, HEADERS_NXT_SCREEN); }

/* The number of the first instruction that calls the application. */
static uint32_t first_call(const struct c_function *screen) {
    uint32_t i = 0;
    while (i + 1 < screen->code_count && !(screen->code[i].kind == C_CALL && screen->code[i].callee)) i++;
    return i;
}

const struct c_function *start_screen_calls(const struct c_function *screen) {
    return screen->code[first_call(screen)].callee;
}

static struct round round_of(const struct c_program *program, const struct c_function *screen, struct arena *arena) {
    struct round round = {.seen = arena_new_array(arena, bool, program->function_count + 1)};
    follow(start_screen_calls(screen), &round);
    return round;
}

static bool has_one_round(const struct c_function *screen) { return first_call(screen) + 2 == screen->code_count; }

static bool is_like_the_last(const struct round *round) {
    return !round->looks && !(round->chooses && round->branches);
}

void start_screen_prepare(const struct c_program *program, struct c_function *screen) {
    struct round round = round_of(program, screen, program->arena);
    uint32_t first = first_call(screen), last = screen->code_count - 1;
    struct c_instruction *code = arena_new_array(program->arena, struct c_instruction, screen->code_count);
    memcpy(code, screen->code, screen->code_count * sizeof *code);
    screen->code = code;
    if (is_like_the_last(&round)) {
        code[first + 1] = code[last];
        screen->code_count = first + 2;
    }
    for (uint32_t i = first; i < screen->code_count; i++)
        if (code[i].kind == C_CHOOSE) code[i].text = "another round of the start screen";
}

const char *start_screen_assumption(const struct c_program *program, const struct c_function *screen) {
    if (!screen || !start_screen_is(screen)) return NULL;
    if (has_one_round(screen))
        return arena_printf(program->arena, "`%s` runs first, as nxtOSEK's main() calls it", HEADERS_NXT_MAIN);
    return arena_printf(program->arena,
                        "nxtOSEK's main(), which calls `%s` again and again until a button is pressed, calls it once, "
                        "or up to four times (with -DNO_RUN_ENTER_STOP_EXIT once)",
                        HEADERS_NXT_MAIN);
}
