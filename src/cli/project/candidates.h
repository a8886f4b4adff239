/* The folder's sources, of which some are to be taken: what is known of each, and who mentions or has a name. What
 * candidates.c, which keeps that, and needed.c, which chooses, share.
 *
 * A name is open while it is called and nobody that was taken has it for sure. Texts are read once: what was opened or
 * closed since is told to those that mention it. */
#ifndef CLI_PROJECT_CANDIDATES_H
#define CLI_PROJECT_CANDIDATES_H

#include "base/name_numbers.h"
#include "cli/project/number_lists.h"
#include "cli/project/project.h"

struct candidate {
    const char *path, *text;
    struct source_words words; /* as the compiler says, if it was looked at closely; or as its text does */
    unsigned open;             /* so many names that it mentions, or that headers have code of which it includes */
    bool hides;                /* what it has its text does not show */
    bool is_close;             /* it was looked at closely */
    bool is_other;             /* its main() is another program's */
    bool is_taken;
    bool is_built, is_of_vendor, comes_last;
    bool is_named;       /* by a file of a build beside the configuration */
    bool is_listed;      /* ... in one line with a source that was taken */
    bool is_below;       /* the configuration's folder: the application's own, and no vendor's */
    bool is_beside;      /* the configuration, or a source that was taken */
    bool has_attributes; /* of interrupt routines, and is no vendor's file that starts the machine */
    bool starts_machine; /* it is that */
};

struct project_candidates {
    struct candidate *items; /* by source of the folder */
    size_t count;
    VEC(struct source_words) taken; /* by source that was taken */
    size_t called;                  /* so many of the system's calls are known */
    struct name_numbers numbers;
    struct number_lists mentions;  /* by name: candidates */
    struct number_lists havers;    /* by name: candidates, some of which have it no more if one looks closely */
    struct number_lists code;      /* by name: groups of headers that have it. Those of one file name are a group, */
    struct number_lists includers; /* ... by group: candidates that include one of them */
    unsigned *open_code;           /* by group: so many open names it has */
    VEC(unsigned char) states;     /* by name: of what was taken */
    bool is_erika;                 /* the configuration is for it */
};

/* Made once; what was taken since is added. */
struct project_candidates *project_candidates(struct project *project);
void candidate_look_closely(struct project *project, struct candidate *candidate);
void candidate_take(struct project *project, const struct candidate *candidate);

/* The next candidate from `from` on that has it; SIZE_MAX: there are no more. */
size_t candidates_next_with(const struct project_candidates *all, const char *name, size_t from);
bool somebody_has(const struct project_candidates *all, const char *name);
bool somebody_calls(const struct project_candidates *all, const char *name);
/* Has nobody code that would be taken before that of this source? Not code that may well be switched off. */
bool nobody_has(const struct project_candidates *all, const struct source_words *source, const char *name);

/* programs.c: those whose main() does not start the system, nor calls, through whatever sources, what does */
void candidates_find_other_programs(struct project_candidates *all);

/* listed.c: which of them files of the build name; once those that were taken first are known. */
void candidates_note_listed(struct project *project);

#endif
