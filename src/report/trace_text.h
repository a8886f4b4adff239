/* Traces as a story for people: a line a step, in columns. */
#ifndef REPORT_TRACE_TEXT_H
#define REPORT_TRACE_TEXT_H

#include "report/story.h"
#include "report/style.h"

/* Widths of the columns; a narrow start is fine, lines that need more simply take it. */
struct trace_columns {
    size_t number, actor, place, action;
};

struct trace_columns trace_columns_for(const struct story *story);
/* A guess for steps that are printed as they happen. */
struct trace_columns trace_columns_for_model(const char *path);

/* The line (or lines) of one step. `number` counts from 1. */
void trace_text_step(struct text *out, const struct style *style, const struct trace_columns *columns, size_t number,
                     const struct story_step *step);
/* All steps, or the last `limit` of them if limit is not 0. */
void trace_text(struct text *out, const struct style *style, const struct story *story, size_t limit);
/* `file:line`, or nothing if the place is unknown. */
void trace_text_place(struct text *out, struct place place);

#endif
