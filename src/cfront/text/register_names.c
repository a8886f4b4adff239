#include "cfront/text/register_names.h"

#include "base/word.h"
#include "cfront/text/name_words.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name;
    enum register_mask mask;
    const char *undone_by; /* the register by which interrupts come again; NULL: the same one */
} known[] = {{"EIMSK", MASK_ENABLES, NULL},
             {"GIMSK", MASK_ENABLES, NULL},
             {"GICR", MASK_ENABLES, NULL},
             {"TIMSK", MASK_ENABLES, NULL},
             {"ETIMSK", MASK_ENABLES, NULL},
             {"PCMSK", MASK_ENABLES, NULL},
             {"PCICR", MASK_ENABLES, NULL},
             {"INTCON", MASK_ENABLES, NULL},
             {"GIEH", MASK_ENABLES, NULL},
             {"GIEL", MASK_ENABLES, NULL},
             {"EA", MASK_ENABLES, NULL},
             {"ET", MASK_ENABLES, NULL},
             {"EX", MASK_ENABLES, NULL},
             {"ES", MASK_ENABLES, NULL},
             {"IEN", MASK_ENABLES, NULL},
             {"IEC", MASK_ENABLES, NULL},
             {"IER", MASK_ENABLES, NULL},
             {"DIER", MASK_ENABLES, NULL},
             {"IMSC", MASK_ENABLES, NULL},
             {"INTEN", MASK_ENABLES, NULL},
             {"INTENA", MASK_ENABLES, NULL},
             {"TICKINT", MASK_ENABLES, NULL},
             {"INTCTRL", MASK_ENABLES, NULL},
             {"INTCTRLA", MASK_ENABLES, NULL},
             {"INTCTRLB", MASK_ENABLES, NULL},
             {"CRGINT", MASK_ENABLES, NULL},
             {"TCTRL", MASK_ENABLES, NULL}, /* of the PIT */
             {"PIEP", MASK_ENABLES, NULL},  /* of ports */
             {"PIEH", MASK_ENABLES, NULL},
             {"PIEJ", MASK_ENABLES, NULL},
             {"SRE", MASK_ENABLES, NULL}, /* of TriCore's service requests */
             {"PSR", MASK_ENABLES, NULL}, /* of the INTC: no priority, no interrupt */
             {"SREG", MASK_ENABLES, NULL},
             {"IPL", MASK_DISABLES, NULL},
             {"BASEPRI", MASK_DISABLES, NULL},
             {"PRIMASK", MASK_DISABLES, NULL},
             {"FAULTMASK", MASK_DISABLES, NULL},
             {"CPR", MASK_DISABLES, NULL},
             {"ICER", MASK_CLEARS, "ISER"},
             {"INTENCLR", MASK_CLEARS, "INTENSET"},
             {"IDCR", MASK_CLEARS, "IECR"},
             {"VICIntEnClr", MASK_CLEARS, "VICIntEnable"},
             {"VICIntEnClear", MASK_CLEARS, "VICIntEnable"},
             {"VICINTENCLEAR", MASK_CLEARS, "VICINTENABLE"},
             {"IDR", MASK_CLEARS, "IER"}, /* without such a one it is what comes from pins */
             {"DIS", MASK_CLEARS, "EN"},  /* of the NVIC */
             {"IEC0CLR", MASK_CLEARS, "IEC0SET"},
             {"IEC1CLR", MASK_CLEARS, "IEC1SET"},
             {"IEC2CLR", MASK_CLEARS, "IEC2SET"},
             {"INTMSK", MASK_EITHER, NULL},
             {"INTMASK", MASK_EITHER, NULL},
             {"IMR", MASK_EITHER, NULL},
             {"IMRL", MASK_EITHER, NULL},
             {"IMRH", MASK_EITHER, NULL}};

enum { KNOWN = sizeof known / sizeof *known };

/* `TIMSK0`, `OCIE1A` and `INTCONbits` without what is behind the name. */
static size_t bare_length(const char *part, size_t length) {
    static const char bits[] = "bits";
    if (length > sizeof bits - 1 && !memcmp(part + length - (sizeof bits - 1), bits, sizeof bits - 1))
        length -= sizeof bits - 1;
    if (length > 2 && isdigit((unsigned char)part[length - 2]) && strchr("ABC", part[length - 1])) length--;
    while (length && isdigit((unsigned char)part[length - 1])) length--;
    return length;
}

static bool ends_so(const char *part, size_t length, const char *end) {
    size_t count = strlen(end);
    for (size_t i = 0; i < length; i++)
        if (islower((unsigned char)part[i])) return false;
    return length >= count && !memcmp(part + length - count, end, count);
}

/* Of one of the parts of a name between underscores; KNOWN: of no row. */
static enum register_mask mask_of_part(const char *part, size_t length, size_t *row) {
    length = bare_length(part, length);
    for (*row = 0; *row < KNOWN; ++*row)
        if (strlen(known[*row].name) == length && !memcmp(known[*row].name, part, length)) return known[*row].mask;
    if (ends_so(part, length, "IE") || (length > 3 && ends_so(part, length, "IER"))) return MASK_ENABLES;
    return length > 2 && ends_so(part, length, "MK") ? MASK_DISABLES : MASK_NONE;
}

/* `INT_EN`, `IrqMask` */
static enum register_mask mask_of_words(const char *name) {
    static const char *const interrupts[] = {"int", "ints", "irq", "irqs", "interrupt", "interrupts", NULL};
    static const char *const enabling[] = {"en", "ena", "enable", "enabled", NULL}, *const masks[] = {"mask", "msk",
                                                                                                      NULL};
    if (!name_has_word_of(name, interrupts)) return MASK_NONE;
    if (name_has_word_of(name, enabling)) return MASK_ENABLES;
    return name_has_word_of(name, masks) ? MASK_EITHER : MASK_NONE;
}

/* The last part that says something counts. */
enum register_mask register_names_mask(const char *name, const char **undone_by) {
    enum register_mask found = MASK_NONE;
    *undone_by = NULL;
    for (const char *at = name; *at;) {
        size_t count = strcspn(at, "_"), row = KNOWN;
        enum register_mask mask = count ? mask_of_part(at, count, &row) : MASK_NONE;
        bool is_others = count >= 3 && !memcmp(at, "DIS", 3) && !begins_with(name, "NVIC_");
        if (mask != MASK_NONE && !is_others) found = mask, *undone_by = row < KNOWN ? known[row].undone_by : NULL;
        at += count + (at[count] == '_');
    }
    return found != MASK_NONE ? found : mask_of_words(name);
}

/* `NVIC_ISER0`: ISER */
bool register_names_have_part(const char *name, const char *part) {
    for (const char *at = name; *at;) {
        size_t count = strcspn(at, "_");
        if (bare_length(at, count) == strlen(part) && !memcmp(at, part, strlen(part))) return true;
        at += count + (at[count] == '_');
    }
    return false;
}

bool register_names_undo(const char *name) {
    for (size_t row = 0; row < KNOWN; row++)
        if (known[row].undone_by && register_names_have_part(name, known[row].undone_by)) return true;
    return false;
}

bool register_names_keep_out(enum register_mask mask, enum register_effect effect) {
    switch (mask) {
    case MASK_ENABLES: return effect == CLEARS || effect == WRITES_0;
    case MASK_DISABLES: return effect == SETS || effect == WRITES_NUMBER;
    case MASK_EITHER: return effect != WRITES_SOMETHING;
    default: return mask == MASK_CLEARS;
    }
}

bool register_names_are_global(const char *name) {
    static const char *const global[] = {"GIE", "GIEH", "GIEL", "EA", "SREG", "IPL", "BASEPRI", "PRIMASK", NULL};
    for (const char *const *one = global; *one; one++)
        if (register_names_have_part(name, *one)) return true;
    return false;
}

/* `T1CON`, `TCCR1B`, `TIMER_CTRL`; what such a register of a lamp does is seen, and nobody comes by it. */
bool register_names_control(const char *name) {
    static const char *const ends[] = {"CON", "CR", "CTRL", "CTL", "CNTL", "CSR", NULL};
    static const char *const words[] = {"ctrl", "ctl", "cntl", "control", NULL};
    static const char *const outputs[] = {"led",  "leds", "lcd",   "oled", "buzzer", "beep", "lamp",
                                          "gpio", "port", "motor", "dac",  "pwm",    "out",  NULL};
    bool controls = name_has_word_of(name, words);
    for (const char *at = name; *at && !controls;) {
        size_t count = strcspn(at, "_"), bare = bare_length(at, count);
        for (const char *const *end = ends; *end; end++) controls |= ends_so(at, bare, *end);
        at += count + (at[count] == '_');
    }
    return controls && !name_has_word_of(name, outputs);
}
