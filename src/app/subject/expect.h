/* Errors that the application provokes on purpose: "SERVICE=CODE". Where this service returns this error, or an alarm
 * that expires gets it, nothing is wrong. */
#ifndef APP_SUBJECT_EXPECT_H
#define APP_SUBJECT_EXPECT_H

#include "app/subject/subject.h"

/* Reads the options' texts. False with errors: there is no such service, or no such code. */
bool expect_build(struct subject *subject, const struct app_options *options, struct diagnostics *diagnostics);

static inline bool expect_has(const struct subject *subject, enum osek_service service, enum osek_status status) {
    return status != OSEK_OK && (subject->expected[service] >> status & 1);
}

/* An alarm's expiry that is refused: does somebody want to hear of it? In standard status, nothing reports an event of
 * a suspended task. */
static inline bool expect_wants_expiry(const struct subject *subject, enum osek_action action) {
    if (action == OSEK_ACTIVATE)
        return subject->enabled[APP_CHECK_ACTIVATION] && !expect_has(subject, OSEK_ActivateTask, OSEK_E_LIMIT);
    bool meant = subject->config->extended_status && expect_has(subject, OSEK_SetEvent, OSEK_E_STATE);
    return subject->enabled[APP_CHECK_EVENT] && !meant;
}

#endif
