/* What functions are called that hold everybody off, all interrupts or all tasks: between them and what undoes them
 * hardly any service may be called, and no task may end. Not those that keep one device quiet
 * (`Uart_DisableInterrupt`), nor those that lock a thing (`FLASH_Lock`, `DoorLock_Close`). */
#ifndef CFRONT_TEXT_SECTION_NAMES_H
#define CFRONT_TEXT_SECTION_NAMES_H

#include <stdbool.h>

/* As far as its name says: `irq_save`, `ADC_ENTER_CRITICAL`, `SchM_Enter_Can`. */
bool section_names_open(const char *name);
/* ... if there is one that undoes it: `OS_ENTER`, `sys_disable`, `sem_take`; not `menu_enter`, `motor_disable`. */
bool section_names_may_open(const char *name);
/* ... so surely that a program in which nobody undoes it is as odd: `LOCK`, `taskENTER_CRITICAL`; not `CAN_IRQ_OFF`. */
bool section_names_open_alone(const char *name);

/* `UNLOCK`, `EXIT_CRITICAL`, `SchM_Exit_Can`: nothing else is called so, whatever it undoes. */
bool section_names_close_alone(const char *name);
/* It may undo one, whatever that is called. */
bool section_names_may_close(const char *name);
/* Code that never held interrupts off lets them come so, as well. */
bool section_names_enable(const char *name);

/* `SCOPED_LOCK()`, `LOCK_GUARD()`: nothing else need undo it. */
bool section_names_end_with_block(const char *name);
/* Who has begun it may begin it again. */
bool section_names_nest(const char *name);

/* `DISABLE_INTERRUPTS`, `EnableInterrupts`: it says that interrupts are held off, or come again, and nothing else. */
bool section_names_are_of_interrupts(const char *name);

#endif
