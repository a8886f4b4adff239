/* Who shares a queue, and who waits in line: where it decides something, and nowhere else, since places are part of the
 * state. */
#include "timing/build.h"
#include "timing/timing_examples.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* One letter for each task of the first part: the queue, a '-' for who is alone, and a '+' after who waits in line. */
static void expect(const char *path, const char *setting, const char *expected) {
    struct diagnostics diagnostics = {0};
    struct am_model *model = am_load(&path, 1, false, &diagnostics);
    assert_non_null(model);
    struct tm_options options = {
        .settings = &setting, .setting_count = setting ? 1 : 0, .step = {0, 1}, .oldest = {0, 1}, .backlog = 3};
    struct tm_parts *parts = tm_build(model, &options, &diagnostics);
    assert_non_null(parts);
    const struct tm_system *system = parts->list.items[0];
    struct text found = {0};
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        text_add(&found, task->name);
        text_add_char(&found, task->is_alone ? '-' : (char)('a' + task->queue));
        text_add(&found, task->is_in_line ? "+ " : " ");
    }
    assert_string_equal(text_chars(&found), expected);
    text_free(&found);
    tm_parts_free(parts);
    am_model_free(model);
    diag_free(&diagnostics);
}

static void a_ceiling_joins_queues_where_places_decide(void **state) {
    (void)state;
    expect(TIMING_MODELS "/ceiling_wait.amxmi", NULL, "Ha+ Xa Ya+ Z- ");
    expect(TIMING_MODELS "/rr_ceiling.amxmi", NULL, "La Ha+ Xa Ya+ ");
    expect(TIMING_MODELS "/isr_ceiling.amxmi", NULL, "L-+ I1-+ I2- "); /* it only runs with it */
    expect(TIMING_EXAMPLES "/inversion.amxmi", "semaphore.Bus.ceiling=true", "High-+ Middle- Low-+ ");
}

static void who_is_as_urgent_waits_in_line(void **state) {
    (void)state;
    expect(TIMING_MODELS "/line.amxmi", NULL, "Aa+ Ba+ H- ");
    expect(TIMING_MODELS "/line_two_cores.amxmi", NULL, "A-+ B-+ H- ");
    expect(TIMING_MODELS "/server_wake.amxmi", NULL, "H-+ B-+ A-+ "); /* by their schedulers */
    expect(TIMING_MODELS "/edf_wake_ab.amxmi", NULL, "A- B- H- ");    /* the older one is first */
    expect(TIMING_EXAMPLES "/inversion.amxmi", NULL, "High- Middle- Low- ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ceiling_joins_queues_where_places_decide),
        cmocka_unit_test(who_is_as_urgent_waits_in_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
