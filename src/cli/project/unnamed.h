/* Sources that nothing of the application asks for: what unnamed.c, which takes some of them, and
 * left_out.c, which tells of the others, share. */
#ifndef CLI_PROJECT_UNNAMED_H
#define CLI_PROJECT_UNNAMED_H

#include "cli/project/project.h"
#include "cli/project/word_marks.h"

/* A source, or a file in a language that is not read. */
struct unnamed {
    const char *path;
    struct source_words words;
    struct name_set mentions; /* all words of its text, and of what that mentions of headers */
    struct word_marks marks;  /* of what it calls and mentions */
    const char *service;      /* of the system's, that it calls and does not have: otherwise it is a kernel; or NULL */
    const char *run_by;       /* the hardware: an interrupt routine, or a word that says so; or NULL */
    struct name_set asked;    /* the code that it has and the configuration asks for: "TASK(t)" */
    struct name_set includes; /* files beside it that it includes, and that are no headers */
    bool is_others;           /* it lies with another configuration */
    bool may_be_linked;       /* with the application: it lies on its side */
    bool can_be_taken;        /* ... and it is in C, and read */
    bool runs_by_itself;
};

typedef VEC(struct unnamed) unnamed_list;
struct unnamed_index; /* who of them has a name */

/* What the application has. */
struct owned {
    struct name_set code;      /* functions, but for weak ones: there can be no others */
    struct name_set functions; /* for others to call */
    struct name_set variables;
    struct name_set lacking; /* variables that it uses, and that no source has */
    struct name_set weak;    /* code that gives way to that of others */
    struct name_set library; /* functions of the C library that it calls: they give way, too, also to weak ones */
    struct name_set objects; /* of the configuration */
    struct name_set taken;   /* sources */
    struct word_marks marks_of_functions, marks_of_variables; /* so that many sources can be asked quickly */
    struct project *project;
    const struct unnamed_index *others; /* NULL: what they have does not matter */
};

/* uses.c: what such a source and the application have to do with each other */

struct unnamed_index *unnamed_index_new(struct project *project, const unnamed_list *list);
/* All that the application has now. */
struct owned project_owned(struct project *project, const struct unnamed_index *others);
/* Of `words`: one that it has itself is a kernel's. NULL: none. */
const char *unnamed_service_used(const struct source_words *words);
/* It uses variables, or objects of the configuration, or has what takes the place of weak code; NULL: it does not. */
const char *unnamed_reaches_into(const struct unnamed *unnamed, const struct owned *owned);
/* It calls functions, or gives their addresses away; defines a variable once more; or any of that. NULL: it does not.
 */
const char *unnamed_calls(const struct unnamed *unnamed, const struct owned *owned);
const char *unnamed_defines_again(const struct unnamed *unnamed, const struct owned *owned);
const char *unnamed_meets(const struct unnamed *unnamed, const struct owned *owned);
/* It uses a variable that the application uses, too, and that no source has; NULL: it does not. */
const char *unnamed_shares(const struct unnamed *unnamed, const struct owned *owned);
/* The code that the configuration asks for and both have, "TASK(t)"; NULL: none. */
const char *unnamed_asked_of_both(struct project *project, const struct unnamed *unnamed);
/* `#include "a.c"`, of a source that was taken: a test, perhaps. */
bool unnamed_includes_taken(const struct unnamed *unnamed, const struct owned *owned);
/* Linked together, they would not be one program. */
bool unnamed_is_alternative(struct project *project, const struct unnamed *unnamed, const struct owned *owned);
/* `TASK(t) {`: no function of this name. */
bool is_macro_with_code(const char *name);

/* leads.c: who gets at the application, by itself or through others that were not taken */
struct unnamed_leads *unnamed_leads_new(struct project *project, const unnamed_list *list);
void unnamed_leads_follow(struct unnamed_leads *leads, const struct owned *owned); /* to what it has by now, too */
bool unnamed_leads_there(const struct unnamed_leads *leads, const struct unnamed *unnamed); /* one of the list */

/* lenders.c: those that declare what headers would that are missing; `owned` is what the application has then
 */
void project_add_lenders(struct project *project, const unnamed_list *list, struct owned *owned,
                         const struct unnamed_index *index);

/* left_out.c: whatever was left out and may matter: the answer hinges on no guess that it does not tell */
void project_tell_left_out(struct project *project, const unnamed_list *list, const struct owned *owned);
/* vectors.c: functions that tables in sources which were left out have, and whether a file is of the kernel, or of
 * another application */
void project_take_mentioned(struct project *project, const unnamed_list *unnamed, const struct owned *owned);
bool project_is_of_others(struct project *project, const char *path);
/* assembly.c: what is named in a language that nobody reads here */
void project_tell_assembly(struct project *project, const unnamed_list *unnamed, const struct owned *owned);
/* `test/mock.c` was taken, for want of another one. */
void project_tell_spare(struct project *project);

#endif
