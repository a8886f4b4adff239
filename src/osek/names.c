/* Names for people. */
#include "osek/kernel.h"

#include <string.h>

const char *osek_status_name(enum osek_status status) {
    switch (status) {
    case OSEK_OK: return "E_OK";
    case OSEK_E_ACCESS: return "E_OS_ACCESS";
    case OSEK_E_CALLEVEL: return "E_OS_CALLEVEL";
    case OSEK_E_ID: return "E_OS_ID";
    case OSEK_E_LIMIT: return "E_OS_LIMIT";
    case OSEK_E_NOFUNC: return "E_OS_NOFUNC";
    case OSEK_E_RESOURCE: return "E_OS_RESOURCE";
    case OSEK_E_STATE: return "E_OS_STATE";
    case OSEK_E_VALUE: return "E_OS_VALUE";
    case OSEK_E_DISABLEDINT: return "E_OS_DISABLEDINT";
    case OSEK_E_SYS: return "E_OS_SYS";
    }
    return "?";
}

bool osek_status_by_name(const char *name, enum osek_status *status) {
    for (unsigned i = OSEK_OK; i < OSEK_E_SYS; i++)
        if (strcmp(osek_status_name((enum osek_status)i), name) == 0) {
            *status = (enum osek_status)i;
            return true;
        }
    return false;
}

const char *osek_misuse_text(enum osek_misuse misuse) {
    switch (misuse) {
    case OSEK_NO_MISUSE: return "";
    case OSEK_MISSING_TERMINATE: return "a task ends without TerminateTask or ChainTask";
    case OSEK_RESOURCE_AT_END: return "a resource is still held where a task ends, waits or gives way, or an ISR ends";
    case OSEK_RESOURCE_ORDER: return "a resource is released that is not held, or before one that was taken later";
    case OSEK_RESOURCE_NESTED: return "a resource is taken that is already taken";
    case OSEK_RESOURCE_CEILING:
        return "a resource is taken or released by code above its ceiling, or that does not declare it";
    case OSEK_ACTIVATION_LOST: return "an activation is lost: the task has as many requests as it accepts";
    case OSEK_WRONG_LEVEL: return "a service is called where it is not allowed";
    case OSEK_INTERRUPTS_DISABLED: return "a service is called while interrupts are disabled or suspended";
    case OSEK_INTERRUPTS_UNBALANCED:
        return "disabling and enabling of interrupts, or suspending and resuming, do not match";
    case OSEK_EVENT_OF_SUSPENDED: return "an event of a suspended task is set or read";
    case OSEK_EVENT_OF_BASIC: return "a basic task has no events";
    case OSEK_EVENT_OF_OTHERS: return "the task does not have this event";
    case OSEK_BAD_IDENTIFIER: return "there is no object with this identifier";
    case OSEK_BAD_VALUE: return "a time is out of the counter's range";
    }
    return "?";
}
