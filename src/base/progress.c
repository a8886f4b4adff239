#include "base/progress.h"

#include "base/text.h"
#include "base/units.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void progress_begin(struct progress *progress, FILE *out) {
    const char *terminal = getenv("TERM");
    bool can_rewrite = terminal && *terminal && strcmp(terminal, "dumb") != 0;
    *progress = (struct progress){.out = out, .live = can_rewrite && isatty(fileno(out))};
}

/* A line that wraps cannot be rewritten: it is cut one short of the width. */
static size_t line_width(FILE *out) {
    struct winsize size;
    bool known = ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known ? size.ws_col - 1U : 79;
}

void progress_line(struct progress *progress, const char *line) {
    if (!progress->live) return;
    size_t width = line_width(progress->out), length = strlen(line);
    fprintf(progress->out, "\r\033[K%.*s", (int)(length < width ? length : width), line);
    fflush(progress->out);
    progress->shown = true;
}

void progress_show(struct progress *progress, const struct progress_report *report) {
    if (!progress->live) return;
    double since = report->seconds - progress->last_seconds;
    uint64_t more = report->states > progress->last_states ? report->states - progress->last_states : 0;
    progress->last_states = report->states;
    progress->last_seconds = report->seconds;

    struct text line = {0};
    units_print_count(&line, report->states);
    text_add(&line, " states  ");
    units_print_rate(&line, since > 0 ? (double)more / since : 0);
    text_add(&line, "  depth ");
    units_print_count(&line, report->depth);
    text_add(&line, "  ");
    units_print_size(&line, report->memory_bytes);
    text_add(&line, "  ");
    units_print_duration(&line, report->seconds);
    progress_line(progress, text_chars(&line));
    text_free(&line);
}

void progress_wipe(struct progress *progress) {
    if (!progress->shown) return;
    fputs("\r\033[K", progress->out);
    fflush(progress->out);
    progress->shown = false;
}
