/* Interrupt routines that cannot make anything else run: neither they nor what they call have services or request
 * interrupts. When everything waits, and nothing runs, nothing is different after them. */
#ifndef APP_SUBJECT_INERT_H
#define APP_SUBJECT_INERT_H

#include "app/subject/subject.h"

/* Fills in isr_sources[].inert. */
void inert_find(struct subject *subject);

#endif
