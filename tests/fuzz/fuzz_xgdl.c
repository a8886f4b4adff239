/* Any bytes as a guide in xGDL: reading it, its automaton and the smallest one with the same words must not crash, hang
 * or leak, nothing is refused without a word, and what is printed reads back as the same language. */
#include "target.h"

#include "xgdl/automaton.h"
#include "xgdl/guide.h"
#include "xgdl/words.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 300, LONGEST = 8 };

/* NULL: it is too large. */
static struct xgdl_automaton *smallest(struct xgdl_guide *guide) {
    struct xgdl_automaton *whole = xgdl_automaton_new(&guide->pool, guide->term, MOST_STATES);
    struct xgdl_automaton *least = whole ? xgdl_minimal(whole) : NULL;
    xgdl_automaton_free(whole);
    return least;
}

static void compare_words(const struct xgdl_automaton *one, const struct xgdl_automaton *other) {
    uint64_t counts[LONGEST + 1], again[LONGEST + 1];
    xgdl_count_words(one, LONGEST, counts);
    xgdl_count_words(other, LONGEST, again);
    if (memcmp(counts, again, sizeof counts) != 0) abort();
    if (one->state_count != other->state_count || xgdl_is_cyclic(one) != xgdl_is_cyclic(other)) abort();
}

static void read_back(struct xgdl_guide *guide) {
    struct text printed = {0};
    struct diagnostics diagnostics = {0};
    xgdl_print(guide, guide->term, &printed);
    struct xgdl_guide *again = xgdl_parse(text_chars(&printed), printed.length, "again", &diagnostics);
    if (!again) abort();
    struct xgdl_automaton *one = smallest(guide), *other = smallest(again);
    if (one && other) compare_words(one, other);
    xgdl_automaton_free(one);
    xgdl_automaton_free(other);
    xgdl_guide_free(again);
    diag_free(&diagnostics);
    text_free(&printed);
}

FUZZ_TARGET(xgdl) {
    struct diagnostics diagnostics = {0};
    struct xgdl_guide *guide = xgdl_parse((const char *)bytes, size, "fuzz", &diagnostics);
    if (!guide != (diagnostics.errors > 0)) abort();
    if (guide) read_back(guide);
    xgdl_guide_free(guide);
    diag_free(&diagnostics);
    return 0;
}
