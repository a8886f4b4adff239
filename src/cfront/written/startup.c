#include "cfront/written/startup.h"

#include "base/word.h"
#include "cfront/written/pragma_texts.h"

#include <string.h>

bool startup_has(const char *name) {
    static const char *const names[] = {
        /* what the machine begins with */
        "Reset_Handler", "ResetHandler", "Reset_Handler_C", "ResetISR", "resetISR", "_start", "_Startup", "Start_c",
        "_EntryPoint", "__thumb_startup", "_mainCRTStartup", "__iar_program_start", "__cmain", "c_int00", "_c_int00",
        "_c_int00_noargs", "PowerON_Reset", "PowerON_Reset_PC", "_PowerON_Reset", "PowerOn_Reset",
        /* CMSIS, and vendors' beside it */
        "SystemInit", "SystemInitHook", "SystemInit_ExtMemCtl", "SystemCoreSetup", "SystemCoreClockSetup",
        "initialize_psoc", "init_hardware", "__initialize_hardware_early", "__initialize_hardware", "__cmsis_start",
        /* IAR, Green Hills, TI, CodeWarrior */
        "__low_level_init", "low_level_init", "_low_level_init", "LowLevelInit", "__iar_init_core", "_system_pre_init",
        "_system_post_cinit", "__mpu_init", "__init_hardware", "__init_registers", "__init_user",
        /* newlib */
        "_init", "_fini", "__libc_init_array", "__early_init", "hardware_init_hook", "software_init_hook", "_premain",
        "__premain", "_premain_init", "_postmain_fini",
        /* Renesas, Microchip, SDCC */
        "hdwinit", "HardwareSetup", "hardware_setup", "R_Systeminit", "_on_reset", "_on_bootstrap", "powerup",
        "__powerup", "_sdcc_external_startup", "__sdcc_external_startup",
        /* AUTOSAR */
        "EcuM_AL_DriverInitZero", "EcuM_AL_DriverInitOne", NULL};
    /* Diab's and collect2's constructors */
    static const char *const beginnings[] = {"_STI__", "_STD__", "_GLOBAL__I_", "_GLOBAL__D_", "_GLOBAL__sub_I_", NULL};
    return is_one_of(name, names) || begins_with_one_of(name, beginnings);
}

const char *startup_replaces(const char *name) {
    static const char *const beginnings[] = {"__wrap_", "$Sub$$", NULL};
    for (const char *const *beginning = beginnings; *beginning; beginning++)
        if (begins_with(name, *beginning)) return name + strlen(*beginning);
    return NULL;
}

/* ---- pragmas ---- */

/* Borland's, Sun's, HP's, and Renesas' of where the machine begins. */
static const char *const pragmas[] = {"startup", "exit", "init", "fini", "INIT", "FINI", "entry", NULL};

static size_t next_word(const char *text, size_t length, size_t at, size_t *end) {
    while (at < length && !is_word_char(text[at])) at++;
    for (*end = at; *end < length && is_word_char(text[*end]);) ++*end;
    return at;
}

static bool is_pragma(const char *text, size_t length, size_t *end) {
    size_t begin = next_word(text, length, 0, end);
    return spells_one_of(text + begin, *end - begin, pragmas);
}

/* Every word behind it may be a function's name: others are numbers. */
bool startup_note_pragma(struct front *front, const char *text, size_t length) {
    size_t end, begin;
    if (!is_pragma(text, length, &end)) return false;
    while ((begin = next_word(text, length, end, &end)) < length)
        vec_push(&front->startup_names, arena_text_n(front->scratch, text + begin, end - begin));
    return true;
}

void startup_find(struct front *front) {
    const name_list *names = &front->startup_names;
    for (size_t i = 0; names->count && i < front->symbol_list.count; i++) {
        struct symbol *symbol = front->symbol_list.items[i];
        symbol->is_startup = symbol->is_function && is_in_list(symbol->name, names->items, names->count);
    }
}

bool startup_is_in(const char *text) {
    size_t length, end;
    while ((text = pragma_texts_next(text, &length)))
        if (is_pragma(text, length, &end)) return true;
    return false;
}

bool startup_is_of_hcs12(const char *text) { return strstr(text, "_startupData"); }
