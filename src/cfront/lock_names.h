/* What functions are called that keep others out, or let them in again: people write `ENTER_CRITICAL`, `irq_save`,
 * `ints_off`. */
#ifndef CFRONT_LOCK_NAMES_H
#define CFRONT_LOCK_NAMES_H

#include <stdbool.h>

/* It speaks of a lock, or of what locks are for, whichever end it is. */
bool lock_names_speak(const char *name);
/* ... of the one that keeps others out. */
bool lock_names_begin(const char *name);
/* Its name says that it lets others in again; that it sets interrupts up, which keeps nobody out. */
bool lock_names_end(const char *name);
bool lock_names_set_up(const char *name);
/* `EE_timer_stop`, `HAL_ADC_Stop_IT`: no interrupt comes from there; or comes, or not. */
bool lock_names_stop_source(const char *name);
bool lock_names_speak_of_source(const char *name);

/* `ints_on` undoes `ints_off`. Of functions that a header declares fewer words count. */
bool lock_names_undo(const char *other, const char *name, bool is_declared);

/* What a driver does may have to do with interrupts without holding them off (`irq_status`); this one does. */
bool lock_names_hold_off(const char *name);
/* ... and it is neither a device's, nor an end: interrupts stay away, as far as its name says. */
bool lock_names_hold_interrupts_off(const char *name);
/* ... if there is one that undoes it: `SchM_Enter_Can`, `OS_ENTER`, `sys_disable`; not `menu_enter`, `motor_disable`.
 */
bool lock_names_may_hold_interrupts_off(const char *name);
/* `irq_disable`, `LOCK`: of nothing in particular, so that nobody else need undo it. */
bool lock_names_hold_all_off(const char *name);
/* Whoever unlocks the flash memory is no end of what held others off, and who stops one source keeps others coming. */
bool lock_names_are_of_device(const char *name);
/* `UNLOCK()`, `EXIT_CRITICAL()`: nothing else is called so, whatever it undoes. */
bool lock_names_only_end(const char *name);
/* `SCOPED_LOCK()`, `LOCK_GUARD()`: nothing else need undo it. */
bool lock_names_end_with_block(const char *name);
/* Code that never held interrupts off lets them come so, as well. */
bool lock_names_enable(const char *name);
/* Who has begun it may begin it again. */
bool lock_names_nest(const char *name);

#endif
