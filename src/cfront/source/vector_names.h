/* Interrupt routines that need no configuration, by what their text says. */
#ifndef CFRONT_SOURCE_VECTOR_NAMES_H
#define CFRONT_SOURCE_VECTOR_NAMES_H

#include <stdbool.h>

/* In the vectors of ARM's smaller processors (TIM2_IRQHandler), of dsPIC's (_T1Interrupt), of AVR's (__vector_7). */
bool vector_names_has(const char *name);
/* nxtOSEK's functions, which its own code calls. */
bool vector_names_is_vendors(const char *name);
/* AVR's `ISR(TIMER0_OVF_vect)`, or a variable that may be a table of vectors. */
bool vector_names_is_table(const char *name);
/* Does a text make a function an interrupt routine by any of these, by a pragma (interrupts.h) or a word (foreign.h);
 * or one that runs by itself (startup.h)? */
bool vector_names_are_in(const char *text);
/* Does it fill a table of vectors (`vectors[] = {`), or an object in a section of its own, with names? A linker may put
 * that where the machine looks for code to run. */
bool vector_names_have_table(const char *text);

#endif
