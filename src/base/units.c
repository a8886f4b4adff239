#include "base/units.h"
#include "base/word.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Digits, and perhaps a point and more digits: not strtod(), which also reads "inf", "0x10" and "1e9". NULL if there is
 * no number; otherwise what follows it. */
static const char *parse_number(const char *text, double *number, bool *has_fraction) {
    if (!isdigit((unsigned char)*text)) return NULL;
    double value = 0, scale = 1;
    while (isdigit((unsigned char)*text)) value = value * 10 + (*text++ - '0');
    *has_fraction = *text == '.';
    if (*has_fraction) {
        if (!isdigit((unsigned char)*++text)) return NULL;
        while (isdigit((unsigned char)*text)) value += (*text++ - '0') * (scale /= 10);
    }
    *number = value;
    return text;
}

static bool parse_whole(const char *text, uint64_t *number, const char **rest) {
    uint64_t value = 0;
    for (; isdigit((unsigned char)*text); text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *number = value;
    *rest = text;
    return true;
}

/* The power of 1024 that the suffix means: "", "B", "K", "KB", "KiB", ... -1 if it means none. */
static int size_power(const char *suffix) {
    static const char letters[] = "KMGTPE";
    if (!*suffix || strcasecmp(suffix, "B") == 0) return 0;
    const char *letter = strchr(letters, toupper((unsigned char)*suffix));
    if (!letter) return -1;
    const char *rest = suffix + 1;
    bool known = !*rest || strcasecmp(rest, "B") == 0 || strcasecmp(rest, "iB") == 0;
    return known ? (int)(letter - letters) + 1 : -1;
}

bool units_parse_size(const char *text, uint64_t *bytes) {
    double number;
    bool has_fraction;
    const char *suffix = parse_number(text, &number, &has_fraction);
    if (!suffix) return false;
    while (*suffix == ' ') suffix++;
    int power = size_power(suffix);
    if (power < 0) return false;
    if (has_fraction) {
        double scaled = ldexp(number, 10 * power);
        if (power == 0 || scaled >= 0x1p64) return false;
        *bytes = (uint64_t)scaled;
        return true;
    }
    uint64_t whole;
    const char *rest;
    if (!parse_whole(text, &whole, &rest) || whole > UINT64_MAX >> (10 * power)) return false;
    *bytes = whole << (10 * power);
    return true;
}

bool units_parse_duration(const char *text, double *seconds) {
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"d", 86400}, {"h", 3600}, {"m", 60}, {"s", 1}, {"ms", 0.001}};
    enum { UNITS = sizeof units / sizeof *units };
    double sum = 0, number;
    bool has_fraction = false;
    for (size_t next = 0; *text || !next;) {
        if (has_fraction) return false; /* a fraction was not in the last number */
        bool first = !next;
        text = parse_number(text, &number, &has_fraction);
        if (!text) return false;
        if (!*text) {
            *seconds = number;
            return first && isfinite(number);
        }
        size_t length = strspn(text, "dhms");
        while (next < UNITS && !spells(text, length, units[next].name)) next++;
        if (next == UNITS) return false;
        sum += number * units[next++].seconds;
        text += length;
    }
    *seconds = sum;
    return isfinite(sum);
}

void units_print_size(struct text *out, uint64_t bytes) {
    static const char *const names[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    size_t power = 0;
    while (power + 1 < sizeof names / sizeof *names && value >= 1023.5) value /= 1024, power++;
    bool fraction = power > 0 && value < 9.95 && fabs(value - round(value)) >= 0.05;
    text_printf(out, "%.*f %s", fraction ? 1 : 0, value, names[power]);
}

/* Rounded once, to what will be shown, so that no "59.99s" becomes "60.0s" and no "1m60s" appears. */
void units_print_duration(struct text *out, double seconds) {
    if (seconds < 0) seconds = 0;
    if (seconds < 0.9995) {
        text_printf(out, "%.0fms", seconds * 1000);
    } else if (seconds < 59.95) {
        text_printf(out, "%.1fs", seconds);
    } else if (seconds < 3599.5) {
        unsigned whole = (unsigned)lround(seconds);
        text_printf(out, "%um%02us", whole / 60, whole % 60);
    } else {
        uint64_t minutes = (uint64_t)(seconds / 60 + 0.5);
        if (minutes < 24 * 60)
            text_printf(out, "%" PRIu64 "h%02um", minutes / 60, (unsigned)(minutes % 60));
        else
            text_printf(out, "%" PRIu64 "d%02uh", minutes / 1440, (unsigned)(minutes % 1440 / 60));
    }
}

void units_print_count(struct text *out, uint64_t count) {
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) text_add_char(out, ',');
        text_add_char(out, digits[i]);
    }
}

void units_print_things(struct text *out, uint64_t count, const char *one) {
    units_print_count(out, count);
    text_printf(out, " %s%s", one, count == 1 ? "" : "s");
}

void units_print_rate(struct text *out, double per_second) {
    static const char *const letters[] = {"", "k", "M", "G"};
    size_t power = 0;
    while (power + 1 < sizeof letters / sizeof *letters && per_second >= 999.5) per_second /= 1000, power++;
    int digits = !power || per_second >= 99.5 ? 0 : per_second >= 9.95 ? 1 : 2;
    text_printf(out, "%.*f%s/s", digits, per_second, letters[power]);
}
