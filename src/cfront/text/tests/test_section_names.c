/* Names of what holds everybody off, or lets them in again, and of what only sounds so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfront/text/lock_names.h"
#include "cfront/text/section_names.h"

/* ALONE: also where nothing undoes it, or where it undoes nothing. */
enum kind { NO_LOCK, OPENS, OPENS_ALONE, CLOSES_ALONE };

static const struct {
    const char *name;
    enum kind kind;
} names[] = {
    {"LOCK", OPENS_ALONE},
    {"lock", OPENS_ALONE},
    {"GET_LOCK", OPENS_ALONE},
    {"TAKE_LOCK", OPENS_ALONE},
    {"LOCK_ALL", OPENS_ALONE},
    {"mutex_lock", OPENS_ALONE},
    {"osMutexWait", OPENS_ALONE},
    {"spin_lock", OPENS_ALONE},
    {"OSSchedLock", OPENS_ALONE},
    {"scheduler_suspend", OPENS},
    {"preempt_disable", OPENS_ALONE},
    {"ENTER_CRITICAL", OPENS_ALONE},
    {"EnterCriticalSection", OPENS_ALONE},
    {"portENTER_CRITICAL", OPENS_ALONE},
    {"taskENTER_CRITICAL", OPENS_ALONE},
    {"vPortEnterCritical", OPENS_ALONE},
    {"CAN_ENTER_CRITICAL", OPENS_ALONE},
    {"ADC_ENTER_CRITICAL", OPENS_ALONE},
    {"crit_begin", OPENS_ALONE},
    {"CRIT_ON", OPENS_ALONE},
    {"ATOMIC_BEGIN", OPENS_ALONE},
    {"SchM_Enter_Can", OPENS_ALONE},
    {"SchM_Enter_Adc", OPENS_ALONE},
    {"SchM_Enter_Spi_AREA_0", OPENS_ALONE},
    {"SchM_Enter_Pwm", OPENS_ALONE},
    {"SchM_Enter_Wdg", OPENS_ALONE},
    {"SchM_Enter_NvM_EXCLUSIVE_AREA_0", OPENS_ALONE},
    {"cli", OPENS_ALONE},
    {"__di", OPENS_ALONE},
    {"INTOFF", OPENS_ALONE},
    {"irq_disable", OPENS_ALONE},
    {"irq_save", OPENS_ALONE},
    {"ints_off", OPENS_ALONE},
    {"noInterrupts", OPENS_ALONE},
    {"DISABLE_INTERRUPTS", OPENS_ALONE},
    {"DisableInterrupts", OPENS_ALONE},
    {"STOP_INTERRUPTS", OPENS_ALONE},
    {"INTERRUPTS_STOP", OPENS_ALONE},
    {"ISR_DISABLE", OPENS_ALONE},
    {"BLOCK_INTERRUPTS", OPENS_ALONE},
    {"hal_disable_interrupts", OPENS_ALONE},
    {"WDG_SUSPEND_ALL_INTERRUPTS", OPENS},
    {"Uart_DisableAllInterrupts", OPENS},
    {"X_irq_disable", OPENS},
    {"ADC_LOCK", OPENS},
    {"can_lock", OPENS},
    {"SCOPED_LOCK", OPENS},
    {"LOCK_GUARD", OPENS},
    {"sem_take", OPENS},
    {"OS_ENTER", OPENS},
    {"Can_Enter", OPENS},
    {"sys_disable", OPENS},
    {"UNLOCK", CLOSES_ALONE},
    {"__unlock__", CLOSES_ALONE},
    {"EXIT_CRITICAL", CLOSES_ALONE},
    {"taskEXIT_CRITICAL", CLOSES_ALONE},
    {"crit_end", CLOSES_ALONE},
    {"SchM_Exit_Can", CLOSES_ALONE},
    {"SchM_Exit_NvM_AREA_0", CLOSES_ALONE},
    {"Irq_Unlock", CLOSES_ALONE},
    {"irq_restore", CLOSES_ALONE},
    {"RESUME_INTERRUPTS", CLOSES_ALONE},
    {"mutex_unlock", CLOSES_ALONE},
    {"spin_unlock", CLOSES_ALONE},
    {"OSSchedUnlock", CLOSES_ALONE},
    {"DROP_LOCK", CLOSES_ALONE},
    {"release_lock", CLOSES_ALONE},
    {"Block_Read", NO_LOCK},
    {"clock_get", NO_LOCK},
    {"DoorLock_Open", NO_LOCK},
    {"DoorLock_Close", NO_LOCK},
    {"unlock_door", NO_LOCK},
    {"FLASH_Lock", NO_LOCK},
    {"FLASH_Unlock", NO_LOCK},
    {"HAL_FLASH_OB_Unlock", NO_LOCK},
    {"motor_lock", NO_LOCK},
    {"pthread_mutex_lock", NO_LOCK},
    {"Adc_DisableNotification", NO_LOCK},
    {"Uart_DisableInterrupt", NO_LOCK},
    {"NVIC_DisableIRQ", NO_LOCK},
    {"HAL_TIM_Base_Stop_IT", NO_LOCK},
    {"timer_irq_off", NO_LOCK},
    {"EE_timer_stop", NO_LOCK},
    {"Timer_Enable", NO_LOCK},
    {"led_off", NO_LOCK},
    {"motor_disable", NO_LOCK},
    {"heater_off", NO_LOCK},
    {"fifo_get", NO_LOCK},
    {"mutex_init", NO_LOCK},
    {"SchM_Init", NO_LOCK},
    {"lock_count", NO_LOCK},
    {"irq_status", NO_LOCK},
    {"irq_ack", NO_LOCK},
    {"irq_enable", NO_LOCK},
    {"EnableInterrupts", NO_LOCK},
    {"interrupts_on", NO_LOCK},
    {"menu_enter", NO_LOCK},
    {"exit_menu", NO_LOCK},
    {"enter_safe_mode", NO_LOCK},
    {"system_start", OPENS},
    {"schedule_end", NO_LOCK},
    {"atomic_inc", OPENS},
};

static void test_kinds(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = names[i].name;
        enum kind kind = section_names_open_alone(name)    ? OPENS_ALONE
                         : section_names_may_open(name)    ? OPENS
                         : section_names_close_alone(name) ? CLOSES_ALONE
                                                           : NO_LOCK;
        if (kind != names[i].kind) print_error("%s: %d, not %d\n", name, (int)kind, (int)names[i].kind);
        assert_int_equal(kind, names[i].kind);
        assert_false(section_names_may_open(name) && section_names_close_alone(name));
    }
}

static void test_pairs(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"LOCK", "UNLOCK"},
        {"TAKE_LOCK", "DROP_LOCK"},
        {"GET_LOCK", "DROP_LOCK"},
        {"STOP_INTERRUPTS", "START_INTERRUPTS"},
        {"INTERRUPTS_STOP", "INTERRUPTS_START"},
        {"ISR_DISABLE", "ISR_ENABLE"},
        {"CRIT_ON", "CRIT_OFF"},
        {"ints_off", "ints_on"},
        {"SchM_Enter_Adc", "SchM_Exit_Adc"},
        {"irq_save", "irq_restore"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_true(lock_names_undo(pairs[i][1], pairs[i][0], false));
        assert_false(lock_names_undo(pairs[i][0], pairs[i][1], false));
    }
    assert_false(lock_names_undo("UNLOCK", "TAKE_LOCK", false));
    assert_false(lock_names_undo("SchM_Exit_Can", "SchM_Enter_Adc", false));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds), cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
