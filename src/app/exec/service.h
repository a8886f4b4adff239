/* What a step asks of the kernel: services, ends of code, interrupts, ticks; and what is wrong about the answers. */
#ifndef APP_EXEC_SERVICE_H
#define APP_EXEC_SERVICE_H

#include "app/exec/machine.h"

void service_call(struct machine *machine, const struct c_instruction *instruction);
void service_end(struct machine *machine); /* the current context's code is at its end */
void service_request(struct machine *machine, uint64_t isr);
void service_interrupt(struct machine *machine, uint32_t isr);
void service_switch(struct machine *machine, uint32_t task);
void service_tick(struct machine *machine, uint32_t counter);
void service_go_on_without(struct machine *machine, uint32_t number); /* of unawaited_find() */
/* The mode that StartOS starts in: that of the options, if they have one. False: there is no such mode; `words` say so.
 */
bool service_choose_mode(const struct subject *subject, struct osek_call *call, struct text *words);
/* How far the counter goes when it ticks next: to where an alarm expires, or one tick. */
uint32_t service_ticks(const struct machine *machine, uint32_t counter, bool *expires);

#endif
