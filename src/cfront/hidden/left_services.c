#include "cfront/hidden/left_services.h"

#include "base/word.h"
#include "cfront/hidden/left_words.h"

#include <string.h>

struct answered {
    const char *name;
    const struct left_service *found;
    bool is_quiet;
};

struct left_services {
    struct left_code *code;
    VEC(struct answered) answers;
};

/* ---- what others notice ---- */

static uint64_t bit(enum osek_service service) { return (uint64_t)1 << service; }

static uint64_t that_ask(void) {
    return bit(OSEK_GetTaskID) | bit(OSEK_GetTaskState) | bit(OSEK_GetEvent) | bit(OSEK_GetAlarmBase) |
           bit(OSEK_GetAlarm) | bit(OSEK_GetActiveApplicationMode) | bit(OSEK_GetCounterValue) |
           bit(OSEK_GetElapsedValue) | bit(OSEK_ErrorGetServiceId) | bit(OSEK_ErrorParameter);
}

/* Others run when they are called, or because of that. */
static uint64_t that_let_run(void) {
    return bit(OSEK_ActivateTask) | bit(OSEK_ChainTask) | bit(OSEK_Schedule) | bit(OSEK_SetEvent) |
           bit(OSEK_WaitEvent) | bit(OSEK_SetRelAlarm) | bit(OSEK_SetAbsAlarm) | bit(OSEK_IncrementCounter);
}

static const char *first_of(uint64_t services) {
    for (unsigned i = 0; i < OSEK_SERVICE_COUNT; i++)
        if (services >> i & 1) return osek_service_name((enum osek_service)i);
    return NULL;
}

/* By which others are kept out, or let in again. */
static const char *name_of_holds(unsigned opens, unsigned closes) {
    static const struct {
        enum left_hold hold;
        enum osek_service begins, ends;
    } pairs[] = {{HOLD_RESOURCE, OSEK_GetResource, OSEK_ReleaseResource},
                 {HOLD_DISABLE, OSEK_DisableAllInterrupts, OSEK_EnableAllInterrupts},
                 {HOLD_SUSPEND, OSEK_SuspendAllInterrupts, OSEK_ResumeAllInterrupts},
                 {HOLD_SUSPEND_OS, OSEK_SuspendOSInterrupts, OSEK_ResumeOSInterrupts}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if ((opens | closes) & pairs[i].hold)
            return osek_service_name(opens & pairs[i].hold ? pairs[i].begins : pairs[i].ends);
    return NULL;
}

/* Of those that clear events as well, what they do besides says more. */
static const char *service_in(const struct left_effect *effect, uint64_t changing) {
    const char *name = first_of(changing);
    if (!name) name = effect->beyond;
    if (!name) name = name_of_holds(effect->opens | effect->unsure, effect->closes);
    return name ? name : first_of(effect->services & bit(OSEK_ClearEvent));
}

static const struct left_service *noticed(struct front *front, const char *path, const struct left_effect *effect) {
    uint64_t changing = effect->services & ~that_ask() & ~bit(OSEK_ClearEvent);
    const char *service = service_in(effect, changing), *turn = first_of(changing & that_let_run());
    unsigned unsure =
        effect->unsure & (effect->begun | HOLDS_BY_SERVICES); /* others may be let in as often as he likes */
    bool is_only_hold = !changing && !effect->beyond && !unsure;
    if (!service && !effect->opens && !effect->closes && !unsure) return NULL;
    struct left_service *found = arena_new_object(front->scratch, struct left_service);
    *found = (struct left_service){.path = path,
                                   .service = service,
                                   .mask = service ? NULL : effect->mask,
                                   .held_by = effect->held_by,
                                   .turn = turn ? turn : effect->beyond,
                                   .opens = is_only_hold ? effect->opens : 0,
                                   .closes = is_only_hold ? effect->closes : 0,
                                   .changes = changing || effect->beyond || unsure};
    return found;
}

/* ---- questions ---- */

static struct answered look_for(struct front *front, struct left_code *code, const char *name) {
    struct answered answer = {.name = name};
    for (size_t i = 0; i < front->options->left_out_count && !answer.found; i++) {
        struct left_file *file = &code->sources.items[i];
        struct left_body *body = left_code_body(file, name);
        if (!body || body->is_static) continue;
        struct left_effect effect = left_words_of_body(front, code, body);
        answer.found = noticed(front, file->path, &effect);
        answer.is_quiet |= effect.serves;
    }
    answer.is_quiet &= !answer.found;
    return answer;
}

static struct answered ask(struct front *front, const char *name) {
    if (!front->options->left_out_count) return (struct answered){0};
    if (!front->left_services) {
        front->left_services = arena_new_object(front->scratch, struct left_services);
        front->left_services->code = left_code_read(front);
    }
    struct left_services *all = front->left_services;
    for (size_t i = 0; i < all->answers.count; i++)
        if (!strcmp(all->answers.items[i].name, name)) return all->answers.items[i];
    struct answered answer = look_for(front, all->code, name);
    vec_push(&all->answers, answer);
    return answer;
}

const struct left_service *left_services_find(struct front *front, const char *name) { return ask(front, name).found; }

bool left_services_are_quiet(struct front *front, const char *name) { return ask(front, name).is_quiet; }

/* ---- sections ---- */

bool left_services_open(struct front *front, const char *name) {
    const struct left_service *left = left_services_find(front, name);
    return left && left->opens & HOLDS_OF_INTERRUPTS && !left->closes;
}

bool left_services_undo(struct front *front, const char *end, const char *name) {
    const struct left_service *left = left_services_find(front, name);
    const struct left_service *undoing = left ? left_services_find(front, end) : NULL;
    if (!undoing || undoing->opens) return false;
    unsigned undone = left->opens & undoing->closes & ~(unsigned)HOLD_SOURCE; /* whose it is nobody knows */
    if (!are_same_texts(left->held_by, undoing->held_by)) undone &= ~(unsigned)HOLD_REGISTER;
    return undone;
}

bool left_services_mask(struct front *front, const char *name) {
    return left_services_open(front, name) && !(left_services_find(front, name)->opens & HOLDS_BY_SERVICES);
}

bool left_services_nest(struct front *front, const char *name) {
    const struct left_service *left = left_services_find(front, name);
    return left && left->opens & ~(unsigned)HOLD_DISABLE;
}

void left_services_free(struct front *front) {
    if (!front->left_services) return;
    left_code_free(front->left_services->code);
    vec_free(&front->left_services->answers);
}
