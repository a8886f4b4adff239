#include "cfront/left_services.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/word.h"
#include "cfront/text/code_only.h"
#include "cfront/text/source_words.h"
#include "osek/service.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A function of a source. */
struct body {
    const char *name, *path, *text;
    size_t length;
    bool is_static, is_looked_at;
};

struct answered {
    const char *name;
    const struct left_service *found;
};

struct left_services {
    VEC(struct body) bodies; /* in the order of their names */
    VEC(struct answered) answers;
};

/* ---- reading ---- */

struct reading {
    struct left_services *all;
    const char *path;
    const struct source_words *words;
};

static void add_body(void *context, const char *name, const char *body, size_t length) {
    const struct reading *reading = context;
    bool is_static = name_set_has(&reading->words->keeps, name);
    vec_push(&reading->all->bodies, ((struct body){name, reading->path, body, length, is_static, false}));
}

static void read_source(struct front *front, struct left_services *all, const char *path) {
    struct text text = {0};
    if (!file_is_huge(path) && file_read(path, &text)) {
        const char *code = code_only(front->scratch, text_chars(&text), true);
        struct source_words words = source_words_find(front->scratch, code);
        source_words_bodies(front->scratch, code, add_body, &(struct reading){all, path, &words});
    }
    text_free(&text);
}

static int by_name(const void *one, const void *other) {
    const struct body *a = one, *b = other;
    int names = strcmp(a->name, b->name);
    return names ? names : strcmp(a->path, b->path);
}

/* What they call may lead back into the sources that were taken. */
static struct left_services *read_all(struct front *front) {
    const struct cfront_options *options = front->options;
    struct left_services *all = front->left_services = arena_new_object(front->scratch, struct left_services);
    for (size_t i = 0; i < options->left_out_count; i++) read_source(front, all, options->left_out[i]);
    for (size_t i = 0; all->bodies.count && i < front->units.count; i++)
        read_source(front, all, front->units.items[i].path);
    if (all->bodies.count) qsort(all->bodies.items, all->bodies.count, sizeof *all->bodies.items, by_name);
    return all;
}

/* ---- what a function calls ---- */

/* The first of this name; the number of bodies: there is none. */
static size_t first_body(const struct left_services *all, const char *name) {
    size_t low = 0, high = all->bodies.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(all->bodies.items[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

typedef uint64_t service_set;
_Static_assert(OSEK_SERVICE_COUNT <= 64, "a bit for each service");

static service_set bit(enum osek_service service) { return (service_set)1 << service; }

static service_set services_of(struct left_services *all, struct body *body);

/* A source's own function comes before those of others. */
static service_set services_of_name(struct left_services *all, const char *name, const char *path) {
    service_set services = 0;
    bool has_own = false;
    for (int own = 1; own >= 0 && !has_own; own--)
        for (size_t i = first_body(all, name); i < all->bodies.count; i++) {
            struct body *body = &all->bodies.items[i];
            if (strcmp(body->name, name) != 0) break;
            if (own ? strcmp(body->path, path) != 0 : body->is_static) continue;
            has_own |= own;
            services |= services_of(all, body);
        }
    return services;
}

/* `ops.wait`, `ops->wait`: a member. */
static bool is_member(const char *text, const char *word) {
    while (word > text && isspace((unsigned char)word[-1])) word--;
    return word > text && (word[-1] == '.' || (word - text > 1 && word[-1] == '>' && word[-2] == '-'));
}

static service_set services_of(struct left_services *all, struct body *body) {
    service_set services = 0;
    enum osek_service service;
    size_t length;
    if (body->is_looked_at) return 0; /* whoever looks at it knows of them */
    body->is_looked_at = true;
    for (const char *at = body->text; at < body->text + body->length; at += length ? length : 1) {
        length = word_length(at);
        if (!length || isdigit((unsigned char)*at) || is_member(body->text, at)) continue;
        char *word = memory_new(length + 1);
        memcpy(word, at, length);
        if (osek_service_by_name(word, &service) && osek_service_is_systems(service))
            services |= bit(service);
        else
            services |= services_of_name(all, word, body->path);
        free(word);
    }
    return services;
}

/* ---- what others notice ---- */

/* It takes what keeps others out, and gives it back. */
static service_set without_pairs(service_set services) {
    static const enum osek_service pairs[][2] = {{OSEK_GetResource, OSEK_ReleaseResource},
                                                 {OSEK_DisableAllInterrupts, OSEK_EnableAllInterrupts},
                                                 {OSEK_SuspendAllInterrupts, OSEK_ResumeAllInterrupts},
                                                 {OSEK_SuspendOSInterrupts, OSEK_ResumeOSInterrupts}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        service_set pair = bit(pairs[i][0]) | bit(pairs[i][1]);
        if ((services & pair) == pair) services &= ~pair;
    }
    return services;
}

static service_set that_ask(void) {
    return bit(OSEK_GetTaskID) | bit(OSEK_GetTaskState) | bit(OSEK_GetEvent) | bit(OSEK_GetAlarmBase) |
           bit(OSEK_GetAlarm) | bit(OSEK_GetActiveApplicationMode) | bit(OSEK_GetCounterValue) |
           bit(OSEK_GetElapsedValue) | bit(OSEK_ErrorGetServiceId) | bit(OSEK_ErrorParameter);
}

/* Of those that clear events as well, what they do besides says more. */
static const char *noticed(service_set services) {
    services = without_pairs(services & ~that_ask());
    if (services & ~bit(OSEK_ClearEvent)) services &= ~bit(OSEK_ClearEvent);
    for (unsigned i = 0; i < OSEK_SERVICE_COUNT; i++)
        if (services >> i & 1) return osek_service_name((enum osek_service)i);
    return NULL;
}

static const struct left_service *look_for(struct front *front, struct left_services *all, const char *name) {
    for (size_t i = first_body(all, name); i < all->bodies.count && !strcmp(all->bodies.items[i].name, name); i++) {
        struct body *body = &all->bodies.items[i];
        if (body->is_static) continue;
        for (size_t k = 0; k < all->bodies.count; k++) all->bodies.items[k].is_looked_at = false;
        const char *service = noticed(services_of(all, body));
        if (!service) continue;
        struct left_service *found = arena_new_object(front->scratch, struct left_service);
        *found = (struct left_service){body->path, service};
        return found;
    }
    return NULL;
}

const struct left_service *left_services_find(struct front *front, const char *name) {
    if (!front->options->left_out_count) return NULL;
    struct left_services *all = front->left_services ? front->left_services : read_all(front);
    for (size_t i = 0; i < all->answers.count; i++)
        if (!strcmp(all->answers.items[i].name, name)) return all->answers.items[i].found;
    const struct left_service *found = look_for(front, all, name);
    vec_push(&all->answers, ((struct answered){name, found}));
    return found;
}

void left_services_free(struct front *front) {
    if (!front->left_services) return;
    vec_free(&front->left_services->bodies);
    vec_free(&front->left_services->answers);
}
