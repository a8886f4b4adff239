#include "report/style.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct style plain = {"", "", "", "", "", "", ""};
static const struct style coloured = {"\033[1;32m", "\033[1;31m", "\033[1;33m", "\033[1m",
                                      "\033[2m",    "\033[36m",   "\033[0m"};

const struct style *style_plain(void) { return &plain; }

const struct style *style_for(FILE *out) {
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    bool wanted = !(no_color && *no_color) && !(terminal && strcmp(terminal, "dumb") == 0);
    return wanted && isatty(fileno(out)) ? &coloured : &plain;
}

size_t style_width(const char *text) {
    size_t width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

void style_pad(struct text *out, const char *text, size_t width) {
    text_add(out, text);
    for (size_t have = style_width(text); have < width; have++) text_add_char(out, ' ');
}
