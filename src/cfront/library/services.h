/* Which C functions are services of the operating system, and how their parameters reach the kernel. */
#ifndef CFRONT_LIBRARY_SERVICES_H
#define CFRONT_LIBRARY_SERVICES_H

#include "base/text.h"
#include "osek/kernel.h"

enum { SERVICE_PARAMETERS = 3 };

struct service {
    const char *name; /* the C function's */
    enum osek_service service;
    /* For each parameter: */
    enum service_parameter {
        SERVICE_NO_PARAMETER,
        SERVICE_IN,        /* a number for the kernel */
        SERVICE_OUT,       /* the kernel's next value is written through it */
        SERVICE_IN_OUT,    /* both: the number it points to goes in */
        SERVICE_ALARM_BASE /* the kernel's next three values go to the fields of what it points to */
    } parameters[SERVICE_PARAMETERS];
};

const struct service *service_find(const char *name); /* NULL: not a service */
/* Whose service it is that rtcheck does not model, and that would make a difference; NULL: nobody's. */
const char *service_beyond(const char *name);
bool service_sends(const char *name);              /* a message of OSEK COM */
void services_print_identifiers(struct text *out); /* OSServiceId_ActivateTask and so on, as C */

#endif
