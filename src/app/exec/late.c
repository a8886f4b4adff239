#include "app/exec/late.h"

#include <string.h>

static bool tells_of(const char *message, enum osek_service service) {
    const char *name = osek_service_name(service);
    const char *found = strstr(message, name);
    return found && found[strlen(name)] == '(' && strstr(found, osek_status_name(OSEK_E_STATE));
}

bool late_is_finding(const char *kind, const char *message) {
    if (!kind || !message) return false;
    if (!strcmp(kind, app_check_name(APP_CHECK_ACTIVATION))) return true;
    return !strcmp(kind, app_check_name(APP_CHECK_UNCHECKED)) &&
           (tells_of(message, OSEK_SetRelAlarm) || tells_of(message, OSEK_SetAbsAlarm));
}
