/* A graph's nodes, answers and arrivals in words, for the comments of the programs that are made of it. */
#ifndef APP_SEQUENTIAL_WORDS_H
#define APP_SEQUENTIAL_WORDS_H

#include "app/sequential/graph.h"
#include "base/text.h"

/* Text that cannot end a comment early, at most so much of it. */
void sequential_add_harmless(struct text *out, const char *words, size_t most);
/* A string of C, or of Promela. */
void sequential_add_string(struct text *out, const char *words);

/* "t1 ActivateTask(t2) = E_OK" */
void sequential_answer_words(const struct sequential_graph *graph, const struct sequential_answer *answer,
                             struct text *out);
/* "button comes" */
void sequential_arrival_words(const struct sequential_graph *graph, const struct sequential_edge *edge,
                              struct text *out);
/* A comment: what runs at a node, what led there, who else is under way. */
void sequential_node_comment(const struct sequential_graph *graph, uint32_t number, struct text *out);

/* The lines of the application, for comments. */
struct sequential_sources {
    /* The text of a line of C; NULL: no comments, or no such line. */
    const char *(*line)(void *context, const char *file, unsigned line);
    void *context;
    struct place told; /* the last one */
};
/* A comment, unless it was the last one. */
void sequential_source_comment(struct sequential_sources *sources, struct place place, struct text *out);

#endif
