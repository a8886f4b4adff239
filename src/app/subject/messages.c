#include "app/subject/messages.h"

#include "app/subject/half_sentence.h"

#include <string.h>

bool messages_is_internal(const struct oil_message *message) {
    return message->sender || (message->property && strstr(message->property, "INTERNAL"));
}

static const char *notify(const struct oil_message *message, const struct oil_action *action, struct arena *arena) {
    const char *name = message->common.name;
    switch (action->kind) {
    case ACTION_ACTIVATE_TASK:
        return arena_printf(arena, "message `%s` activates `%s`", name, action->task->common.name);
    case ACTION_SET_EVENT:
        return arena_printf(arena, "message `%s` sets event `%s` of `%s`", name, action->event->common.name,
                            action->task->common.name);
    case ACTION_CALLBACK: return arena_printf(arena, "message `%s` calls `%s`", name, action->callback);
    case ACTION_INCREMENT:
    case ACTION_NONE: return NULL;
    }
    return NULL;
}

const char *messages_notify(const struct oil_message *message, struct arena *arena) {
    return notify(message, &message->notification, arena);
}

static const char *what_comes(const struct oil_config *oil, struct arena *arena) {
    const char *all = "";
    for (size_t i = 0; i < oil->message_count; i++) {
        const struct oil_message *message = &oil->messages[i];
        const char *what = messages_is_internal(message) ? NULL : messages_notify(message, arena);
        if (what) all = half_sentence_list(arena, all, what);
    }
    return all;
}

/* When messages are late, or cannot be sent. */
static const char *what_fails(const struct oil_config *oil, struct arena *arena) {
    const char *all = "";
    for (size_t i = 0; i < oil->message_count; i++) {
        const char *what = notify(&oil->messages[i], &oil->messages[i].error, arena);
        if (what) all = half_sentence_list(arena, all, what);
    }
    return all;
}

const char *messages_from_network(const struct oil_config *oil, struct arena *arena) {
    const char *comes = what_comes(oil, arena), *fails = what_fails(oil, arena);
    if (!*comes) return *fails ? fails : NULL;
    return *fails ? half_sentence_list(arena, comes, fails) : comes;
}

const char *messages_assumption(const struct oil_config *oil, struct arena *arena) {
    const char *comes = what_comes(oil, arena), *fails = what_fails(oil, arena);
    return half_sentence_join(arena, *comes ? arena_printf(arena, "nothing comes from a network (%s)", comes) : NULL,
                              *fails ? arena_printf(arena, "no message is late or lost (%s)", fails) : NULL);
}
