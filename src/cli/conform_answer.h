/* The answer of rtcheck conform, for people and for programs. */
#ifndef CLI_CONFORM_ANSWER_H
#define CLI_CONFORM_ANSWER_H

#include "conform/conform.h"
#include "report/style.h"
#include "search/search.h"

struct conform_answer {
    const struct conform *conform;
    const char *specification, *map, *design; /* design NULL: only the specification was explored */
    enum verdict verdict;
    bool complete;
    enum search_limit limit;
    struct search_statistics pairs;
    const struct violation *violation; /* NULL: none */
    const char *doubt;                 /* what the bounds do not decide; NULL: nothing */
    uint64_t trace_limit;
};

void conform_answer_text(const struct conform_answer *answer, const struct style *style, bool quiet, struct text *out);
void conform_answer_json(const struct conform_answer *answer, struct text *out);

#endif
