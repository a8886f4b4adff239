/* Interrupt routines of the configuration that do nothing but advance one counter (beat.h): they need not run, if the
 * counter ticks by itself where they would come. Time jumps then, and need not be made of interrupts. */
#ifndef APP_SUBJECT_CLOCKWORK_H
#define APP_SUBJECT_CLOCKWORK_H

#include "app/subject/subject.h"

/* To be called once the configuration is complete: fills in subject->driven_by, and gives their counters their
 * levels. */
void clockwork_prepare(struct subject *subject, struct osek_config *config, struct osek_counter *counters,
                       const struct c_program *program, const struct app_options *options);

/* The routine does not run. */
bool clockwork_is(const struct subject *subject, uint32_t isr);
/* ... and is that of this counter. */
bool clockwork_drives(const struct subject *subject, uint32_t counter);

#endif
