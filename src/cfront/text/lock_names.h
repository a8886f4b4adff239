/* What functions are called that may keep others out, or let them in again: people write `ENTER_CRITICAL`, `irq_save`,
 * `ints_off`. One that stops a timer is among them; what holds everybody off is in section_names.h. */
#ifndef CFRONT_TEXT_LOCK_NAMES_H
#define CFRONT_TEXT_LOCK_NAMES_H

#include <stdbool.h>

/* `irq`, `INTS`: whatever it does with them. */
bool lock_names_speak_of_interrupts(const char *name);
/* It speaks of a lock, or of what locks are for, whichever end it is. */
bool lock_names_speak(const char *name);
/* ... of the one that keeps others out. */
bool lock_names_begin(const char *name);
/* `cli()`, `__di()`, `INTOFF()`: it is called like the instruction that does so. */
bool lock_names_instruct(const char *name);
/* Its name says that it lets others in again; that it sets interrupts up, which keeps nobody out. */
bool lock_names_end(const char *name);
bool lock_names_set_up(const char *name);
/* `EE_timer_stop`, `HAL_ADC_Stop_IT`: no interrupt comes from there; or comes, or not. */
bool lock_names_stop_source(const char *name);
bool lock_names_speak_of_source(const char *name);
/* ... from a timer. */
bool lock_names_speak_of_clock(const char *name);

/* `ints_on` undoes `ints_off`. Of functions that a header declares fewer words count. */
bool lock_names_undo(const char *other, const char *name, bool is_declared);

/* What a driver does may have to do with interrupts without holding them off (`irq_status`); this one does. */
bool lock_names_hold_off(const char *name);
/* `led_off`, `MOTOR_ON`: no interrupts come from what is switched there. */
bool lock_names_are_of_switched(const char *name);
/* `enter_LPM`: the machine waits there for whatever comes. */
bool lock_names_are_of_sleep(const char *name);
/* Whoever unlocks the flash memory is no end of what held others off, and who stops one source keeps others coming. */
bool lock_names_are_of_device(const char *name);

#endif
