/* A task that waits for ever while others go on. */
#ifndef APP_WAITING_H
#define APP_WAITING_H

#include "app/app.h"
#include "search/search.h"

struct app_waiting {
    uint32_t task;                /* OSEK_NONE: there is none */
    enum search_limit limit;      /* LIMIT_NONE: everything was looked at */
    struct search_result *search; /* whose first violation's trace leads to where it waits; to be freed */
};

struct app_waiting app_waiting_find(const struct app *app, const struct search_options *options);

#endif
