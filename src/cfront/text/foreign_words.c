#include "cfront/text/foreign_words.h"

#include "base/word.h"

#include <ctype.h>
#include <string.h>

#define ROUTINE "__irq void name(void)" /* interrupts.h knows this word */

const struct foreign_word foreign_words[] = {
    {"interrupt", FOREIGN_ROUTINE, NULL},   /* Keil C51 and C166, CodeWarrior, HI-TECH, TI, IAR and CodeVision of old */
    {"__interrupt", FOREIGN_ROUTINE, NULL}, /* IAR, TI, SDCC, XC8, TASKING, Renesas, Green Hills */
    {"_interrupt", FOREIGN_ROUTINE, NULL},  /* TASKING of old */
    {"__interrupt__", FOREIGN_ROUTINE, NULL}, /* Diab */
    {"__interrupt_fast", FOREIGN_ROUTINE, NULL},
    {"@interrupt", FOREIGN_ROUTINE, NULL}, /* Cosmic */
    {"INTERRUPT", FOREIGN_ROUTINE, NULL},
    {"__fiq", FOREIGN_ROUTINE, NULL},        /* ARM, IAR */
    {"_ISR", FOREIGN_ROUTINE, "_ISR __irq"}, /* XC16 */
    {"_ISRFAST", FOREIGN_ROUTINE, NULL},
    {"_ISR_NO_PSV", FOREIGN_ROUTINE, NULL},
    {"__ISR", FOREIGN_ROUTINE, NULL}, /* PIC32 */
    {"__ISR_AT_VECTOR", FOREIGN_ROUTINE, NULL},

    {"using", FOREIGN_OPTION, NULL},
    {"__using", FOREIGN_OPTION, NULL},
    {"_using", FOREIGN_OPTION, NULL},
    {"__vector_table", FOREIGN_OPTION, NULL},
    {"__frame", FOREIGN_OPTION, NULL},
    {"_frame", FOREIGN_OPTION, NULL},
    {"__bisr", FOREIGN_OPTION, NULL}, /* the routine begins with interrupts enabled */
    {"_bisr", FOREIGN_OPTION, NULL},
    {"__bisr_", FOREIGN_NOTHING, NULL},
    {"__enable_", FOREIGN_NOTHING, NULL},
    {"low_priority", FOREIGN_NOTHING, NULL},
    {"high_priority", FOREIGN_NOTHING, NULL},
    {"reentrant", FOREIGN_NOTHING, NULL},
    {"__reentrant", FOREIGN_NOTHING, NULL},
    {"__naked", FOREIGN_NOTHING, NULL},
    {"small", FOREIGN_NOTHING, NULL},
    {"compact", FOREIGN_NOTHING, NULL},
    {"large", FOREIGN_NOTHING, NULL},
    {"wakeup", FOREIGN_NOTHING, NULL},
    {"@svlreg", FOREIGN_NOTHING, NULL},
    {"@nosvf", FOREIGN_NOTHING, NULL},
    {"@svlx", FOREIGN_NOTHING, NULL},
    {"@stack", FOREIGN_NOTHING, NULL},
    {"@nostack", FOREIGN_NOTHING, NULL},
    {"@inline", FOREIGN_NOTHING, NULL},
    {"__arm", FOREIGN_NOTHING, NULL},
    {"__thumb", FOREIGN_NOTHING, NULL},
    {"__nested", FOREIGN_NOTHING, NULL},
    {"__root", FOREIGN_NOTHING, NULL},
    {"__ramfunc", FOREIGN_NOTHING, NULL},
    {"__nosavereg", FOREIGN_NOTHING, NULL},
    {"__task", FOREIGN_NOTHING, NULL},
    {"__intrinsic", FOREIGN_NOTHING, NULL},
    {"__softfp", FOREIGN_NOTHING, NULL},
    {"__pure", FOREIGN_NOTHING, NULL},
    {"__noreturn", FOREIGN_ENDLESS, NULL},

    {"__critical", FOREIGN_MASK, NULL}, /* SDCC */
    {"__monitor", FOREIGN_MASK, NULL},  /* IAR */

    {"near", FOREIGN_PLACE, NULL},
    {"far", FOREIGN_PLACE, NULL},
    {"huge", FOREIGN_PLACE, NULL},
    {"xhuge", FOREIGN_PLACE, NULL},
    {"__near", FOREIGN_PLACE, NULL},
    {"__far", FOREIGN_PLACE, NULL},
    {"__huge", FOREIGN_PLACE, NULL},
    {"__shuge", FOREIGN_PLACE, NULL},
    {"__tiny", FOREIGN_PLACE, NULL},
    {"__saddr", FOREIGN_PLACE, NULL},
    {"_near", FOREIGN_PLACE, NULL},
    {"_far", FOREIGN_PLACE, NULL},
    {"_huge", FOREIGN_PLACE, NULL},
    {"@near", FOREIGN_PLACE, NULL},
    {"@far", FOREIGN_PLACE, NULL},
    {"@tiny", FOREIGN_PLACE, NULL},
    {"@dir", FOREIGN_PLACE, NULL},
    {"@eeprom", FOREIGN_PLACE, NULL},
    {"code", FOREIGN_PLACE, NULL},
    {"data", FOREIGN_PLACE, NULL},
    {"idata", FOREIGN_PLACE, NULL},
    {"xdata", FOREIGN_PLACE, NULL},
    {"pdata", FOREIGN_PLACE, NULL},
    {"bdata", FOREIGN_PLACE, NULL},
    {"sdata", FOREIGN_PLACE, NULL},
    {"__code", FOREIGN_PLACE, NULL},
    {"__data", FOREIGN_PLACE, NULL},
    {"__idata", FOREIGN_PLACE, NULL},
    {"__xdata", FOREIGN_PLACE, NULL},
    {"__pdata", FOREIGN_PLACE, NULL},
    {"__flash", FOREIGN_PLACE, NULL},
    {"__memx", FOREIGN_PLACE, NULL},
    {"__eeprom", FOREIGN_PLACE, NULL},
    {"eeprom", FOREIGN_PLACE, NULL},
    {"flash", FOREIGN_PLACE, NULL},
    {"rom", FOREIGN_PLACE, NULL},
    {"ram", FOREIGN_PLACE, NULL},
    {"__rom", FOREIGN_PLACE, NULL},
    {"__ram", FOREIGN_PLACE, NULL},
    {"bank1", FOREIGN_PLACE, NULL},
    {"bank2", FOREIGN_PLACE, NULL},
    {"bank3", FOREIGN_PLACE, NULL},
    {"__data16", FOREIGN_PLACE, NULL},
    {"__data20", FOREIGN_PLACE, NULL},
    {"cregister", FOREIGN_PLACE, NULL},
    {"__cregister", FOREIGN_PLACE, NULL},

    {"IRAM_ATTR", FOREIGN_PLACE, NULL}, /* ESP */
    {"DRAM_ATTR", FOREIGN_PLACE, NULL},
    {"ICACHE_RAM_ATTR", FOREIGN_PLACE, NULL},

    {"__at", FOREIGN_AT, NULL},
    {"_at_", FOREIGN_AT, NULL},
    {"@", FOREIGN_AT, NULL},

    {"__no_init", FOREIGN_KEPT, NULL}, /* IAR */
    {"persistent", FOREIGN_KEPT, NULL},
    {"__persistent", FOREIGN_KEPT, NULL},
    {"@noinit", FOREIGN_KEPT, NULL},

    {"bit", FOREIGN_TYPE, "bit _Bool"},
    {"__bit", FOREIGN_TYPE, "__bit _Bool"},
    {"sfr", FOREIGN_REGISTER, "sfr extern volatile unsigned char"},
    {"__sfr", FOREIGN_REGISTER, "__sfr extern volatile unsigned char"},
    {"sfr16", FOREIGN_REGISTER, "sfr16 extern volatile unsigned short"},
    {"__sfr16", FOREIGN_REGISTER, "__sfr16 extern volatile unsigned short"},
    {"__sfr32", FOREIGN_REGISTER, "__sfr32 extern volatile __UINT32_TYPE__"},
    {"sbit", FOREIGN_REGISTER, "sbit extern volatile _Bool"},
    {"__sbit", FOREIGN_REGISTER, "__sbit extern volatile _Bool"},

    {"SIGNAL", FOREIGN_MACRO, "SIGNAL(name, ...) " ROUTINE}, /* AVR */
    {"INTERRUPT", FOREIGN_MACRO, "INTERRUPT(name, ...) " ROUTINE},
    {"INTERRUPT_USING", FOREIGN_MACRO, "INTERRUPT_USING(name, ...) " ROUTINE},
    {"INTERRUPT_HANDLER", FOREIGN_MACRO, "INTERRUPT_HANDLER(name, ...) " ROUTINE}, /* STM8 */
    {"INTERRUPT_HANDLER_TRAP", FOREIGN_MACRO, "INTERRUPT_HANDLER_TRAP(name) " ROUTINE},
    {"IFX_INTERRUPT", FOREIGN_MACRO, "IFX_INTERRUPT(name, ...) " ROUTINE}, /* AURIX */
    {"CY_ISR", FOREIGN_MACRO, "CY_ISR(name) " ROUTINE},                    /* PSoC */
    {"CY_ISR_PROTO", FOREIGN_MACRO, "CY_ISR_PROTO(name) " ROUTINE},
    {"EE_ISR2", FOREIGN_MACRO, "EE_ISR2(name) " ROUTINE},
    {"OS_ISR", FOREIGN_MACRO, "OS_ISR(name) " ROUTINE},
    {"ISR_NATIVE", FOREIGN_MACRO, "ISR_NATIVE(name) " ROUTINE},
    {"ISR_HANDLER", FOREIGN_MACRO, "ISR_HANDLER(name, ...) " ROUTINE},
    {"IRQ_HANDLER", FOREIGN_MACRO, "IRQ_HANDLER(name, ...) " ROUTINE},
    {"EMPTY_INTERRUPT", FOREIGN_MACRO, "EMPTY_INTERRUPT(name) " ROUTINE " { }"},
    {"ISR_ALIAS", FOREIGN_MACRO, "ISR_ALIAS(name, of) struct rtcheck_declared"},
    {NULL, FOREIGN_NOTHING, NULL}};

const struct foreign_word *foreign_word(const char *text, size_t length) {
    for (const struct foreign_word *word = foreign_words; word->name; word++)
        if (*word->name == *text && spells(text, length, word->name)) return word; /* most words are others */
    return NULL;
}

const struct foreign_word *foreign_macro(const char *text, size_t length) {
    for (const struct foreign_word *word = foreign_words; word->name; word++)
        if (word->kind == FOREIGN_MACRO && *word->name == *text && spells(text, length, word->name)) return word;
    return NULL;
}

const char *foreign_told(enum foreign_kind kind) {
    switch (kind) {
    case FOREIGN_PLACE:
    case FOREIGN_AT: return "only says where something lies";
    case FOREIGN_MASK: return "keeps no interrupt out";
    case FOREIGN_KEPT: return "changes nothing: what it stands before is zero at the start, or as its initializer says";
    case FOREIGN_TYPE: return "is 1 for every value but 0";
    default: return NULL;
    }
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t\r\n"); }

static const char *skip_word(const char *at) {
    at += *at == '@';
    while (is_word_char(*at)) at++;
    return at;
}

const char *foreign_skip_behind(const char *at) {
    for (at = skip_blanks(at); *at;) {
        const char *end = skip_word(at);
        const struct foreign_word *word = foreign_word(at, (size_t)(end - at));
        bool may_be_irq = spells(at, (size_t)(end - at), "__irq");
        if (!may_be_irq && (!word || word->kind > FOREIGN_MASK)) break;
        at = skip_blanks(end);
        if (!word || (word->kind != FOREIGN_ROUTINE && word->kind != FOREIGN_OPTION)) continue;
        if (*at == '(') at += strcspn(at, ")") + (strchr(at, ')') != NULL);
        if (is_word_char(*at) && !foreign_word(at, (size_t)(skip_word(at) - at))) at = skip_word(at);
        at = skip_blanks(at);
    }
    return at;
}
