/* A folder with a project in it, while it is searched for an application: what the files of this room share. Each has
 * one question; command_app_search_folders() (cli/app/app.h) asks them in this order.
 *
 * Where nothing else is said, texts are looked through, not parsed: names count where a condition of the preprocessor
 * leaves them out, too. Of several files the one counts that is closest to the configuration: that has the longest
 * beginning of its path in common with it. What nothing decides is told (rivals.h). */
#ifndef CLI_PROJECT_PROJECT_H
#define CLI_PROJECT_PROJECT_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/some_names.h"
#include "base/vec.h"
#include "cfront/text/name_set.h"
#include "cfront/text/source_words.h"
#include "cli/common/application.h"
#include "cli/project/code_texts.h"
#include "cli/project/rivals.h"

#include <sys/types.h>

/* Of a file or folder, whatever leads to it. */
struct file_identity {
    dev_t device;
    ino_t number;
    const char *kind; /* of a file, by the name that it was found by; NULL: none that matters */
    bool is_there;    /* otherwise this is a free row */
};

/* A file outside of the folder, and the one of its build that names it. */
struct outside_build {
    const char *path, *by;
};

/* What is assumed of several things, with "%s" for their names, and what is told of each of a few. */
struct assumed_alike {
    const char *several;
    struct some_names names;
    struct text_list told;
};

struct project {
    struct arena *arena;
    struct command_app_options *command;
    const char *folder;                                 /* the application's */
    VEC(const char *) configurations, sources, headers; /* all that is there */
    VEC(const char *) foreign;                          /* sources in C++ */
    VEC(const char *) never_taken;                      /* sources of folders that are for headers alone */
    VEC(const char *) assembly;
    VEC(const char *) scripts;  /* of linkers */
    VEC(const char *) commands; /* each compile_commands.json */
    VEC(const char *) makefiles;
    VEC(const char *) builds;                 /* these, and files of other kinds of builds */
    VEC(const char *) others;                 /* that may say something of builds */
    VEC(const char *) of_servers;             /* that run tests */
    VEC(struct outside_build) outside_builds; /* of these two, and what was not read (included.c) */
    VEC(struct outside_build) unread_builds;
    VEC(const char *) made_texts; /* by build (texts.c); NULL: not yet, or it is no makefile */
    VEC(const char *) parts;      /* all but headers: `#include "table.inc"` */
    VEC(const char *) links;      /* to files and folders */
    VEC(const char *) aliases;    /* links to sources that are there by another name */
    VEC(const char *) unread;     /* files, folders and links that lead nowhere */
    struct file_identity *known;  /* that were looked at: a table with room to spare */
    size_t known_count, known_room;
    struct code_texts *code;               /* of sources, with those that they include, and of headers */
    VEC(const char *) whole_texts;         /* of the chosen configurations, with what they include */
    VEC(const char *) texts;               /* ... as their preprocessor leaves them */
    VEC(const char *) names;               /* "TASK(t)" and so on, that are looked for */
    VEC(const char *) called;              /* callbacks and hooks: the system calls them */
    VEC(const char *) hooks;               /* attributes that switch them on: generated code calls them */
    const char **header_index;             /* headers, sorted (headers.c); NULL: not yet */
    const char **part_index;               /* ... and all other files */
    struct text_list header_folders;       /* that the build names (folders.c), if it knows_header_folders */
    struct text_list folders_for_all;      /* ... of these, those that are not for headers in quotes alone */
    struct text_list generator_folders;    /* where it looks for parts of the configuration (generator.c) */
    struct text_list included;             /* sources, and the headers that they include */
    struct project_offers *offers;         /* of headers (words.c); NULL: not yet */
    struct name_set *library;              /* functions of the C library (words.c); NULL: not yet */
    struct project_kernels *kernels;       /* their files (kernels.c); NULL: not yet */
    struct project_survey *survey;         /* of sources (survey.c) */
    struct project_candidates *candidates; /* (candidates.c); NULL: not yet */
    struct name_set built;                 /* sources that the chosen compile_commands.json compiles */
    struct text_list macros;               /* that the build defines */
    struct text_list flags;                /* of the build, that change what numbers are */
    struct rivals rivals;                  /* of what was taken by a guess */
    VEC(struct assumed_alike) alike;       /* assumptions of several things (alike.c) */
    struct project_regions *regions;       /* of other configurations (places.c); NULL: not yet */
    struct project_strangers *strangers;   /* what other applications have (left_out.c); NULL: not yet */
    char *hiding;          /* by header, in the order of the index (unnamed.c): 'y', 'n', or 0: not yet */
    struct name_set last;  /* sources that should be taken last */
    size_t given_sources;  /* so many of the sources are the user's */
    size_t given_includes; /* so many of the folders of headers are the user's */
    size_t files;          /* that were looked at */
    bool knows_header_folders;
    bool names_header_folders;          /* the build does, and some of them may not be understood */
    bool quotes_folders;                /* ... for headers in quotes alone (`-iquote inc`) */
    struct text_list quoting_variables; /* ... that list these (`-iquote $(INC)`), and those for all headers */
    struct text_list listing_variables;
    bool headers_only;     /* this folder's sources are not the application's */
    bool has_old_layout;   /* what the machine's compiler makes of structures, or may */
    bool has_more;         /* than are looked at */
    bool takes_incomplete; /* sources that lack headers: if they cannot be read, they are left out again */
    bool is_named;         /* its build names all of its sources */
    struct progress progress;
    double told; /* how far it is: when that was */
};

/* steps.c: `doing` something with each of them: so many are done. If the time is over, so is the run. */
void project_step(struct project *project, const char *doing, size_t done, size_t all);

/* files.c: what lies in the folder */
void project_find_files(struct project *project, const char *const *folders, size_t count);
const char *project_code(struct project *project, const char *path);
void project_assume_unread(struct project *project);  /* what cannot be read does not matter */
void project_assume_aliases(struct project *project); /* nor where a compiler is led by a link to a source */
bool project_is_of_build(const char *path);           /* by its name; or perhaps */
bool project_is_perhaps_of_build(const char *path);
bool project_has_ending(const char *path, const char *ending);
/* The one of these paths that leads to the same file, by whatever folders or links; NULL: none. */
const char *project_found_as(const char *const *paths, size_t count, const char *path);
void project_use_found_names(struct project *project);  /* for what the user names */
size_t project_in_common(const char *a, const char *b); /* so many folders, from the first on */

/* configuration.c: which configuration it is, and what is to be looked for. False: that cannot be said. */
bool project_choose_configuration(struct project *project);
/* With what it includes: one that lies where the generator looks, or elsewhere in the folder if only one has that name.
 * Whole paths of these are added to `parts`, their folders to `folders`, unless they are NULL. */
const char *project_configuration_text(struct project *project, const char *path, struct text_list *parts,
                                       struct text_list *folders);
/* Says what is wrong with it, as a reader of configurations. False: nothing. */
bool project_complain_of_configuration(const struct project *project, const char *path);

/* generator.c: what the build tells the generator of the configuration that was chosen */
void project_ask_generator(struct project *project, const char *chosen);

/* named.c: sources that the configuration names, or a makefile that builds it. False: none, or not all. */
bool project_take_named(struct project *project);
bool project_take_made(struct project *project);

/* sources.c: those that have the code of its tasks, interrupt routines and callbacks */
void project_join_sources(struct project *project);
void project_assume_parts(struct project *project); /* of those that are included, what is a guess */
void project_choose_sources(struct project *project);
void project_replace_left_out(struct project *project);              /* ... where conditions leave their code out */
bool project_has_code_of(struct project *project, const char *name); /* "TASK(t)": in what was taken */
bool project_source_has(struct project *project, const char *path, const char *name);
bool project_needs_no_foreign(struct project *project);

/* words.c: what sources have for others and use of them, as their texts say: without what macros and functions
 * of headers make of it, which takes a while, or with it */
const struct source_words *project_words_of_code(struct project *project, const char *path); /* of functions alone */
struct source_words project_words_at_once(struct project *project, const char *path);
/* Its text, and behind it those of the headers' macros and functions that it mentions. */
const char *project_text_with_headers(struct project *project, const char *path);
struct source_words project_words_of_text(struct project *project, const char *path, const char *with_headers,
                                          struct name_set *mentions);
const struct name_set *project_library(struct project *project); /* functions of the C library that are ours */
struct name_set project_pasting_macros(struct project *project); /* of headers: they make names of parts */
void project_words_free(struct project *project);

/* survey.c: what sources have for others and use of them, as the compiler says; of a source that it cannot read
 * as a whole, or that there is no time for, as its text says. */
void project_survey_begin(struct project *project);
struct source_words project_survey_source(struct project *project, const char *path);
bool project_survey_compiles(struct project *project, const char *path); /* without a complaint */
/* Headers that it includes, and that were not found by what its text says. */
const struct name_set *project_survey_missing(struct project *project, const char *path);
/* Names of types, structures and numbers that nothing declares there. */
const struct name_set *project_survey_lacks(struct project *project, const char *path);
void project_survey_end(struct project *project);

/* places.c: what their places and names say */
void project_order_sources(struct project *project); /* what should be taken last comes last */
bool project_comes_last(const struct project *project, const char *path);
bool project_is_spare(const struct project *project, const char *path); /* a copy, or for tests, by its name */
bool project_is_test(const struct project *project, const char *path);  /* ... for tests */
/* So many folders it has in common with the configuration, or with a source that was taken. */
size_t project_nearness(const struct project *project, const char *path);
bool project_is_another_applications(struct project *project, const char *path);
bool project_are_twins(struct project *project, const char *a, const char *b); /* the same, in the same surroundings */
void project_places_free(struct project *project);

/* kernels.c: which files are those of kernels. Of ERIKA's, by its header, of Trampoline's, by their names, or
 * of any, also by sources that have services; drivers for all machines that come with one. */
bool project_is_of_vendor(struct project *project, const char *path);
bool project_is_kernels(struct project *project, const char *path);
bool project_is_contributed(struct project *project, const char *path);
/* Where no kernel lies in the folder, all of it is the application's; otherwise what lies below its own. */
bool project_is_near(struct project *project, const char *path);
/* Does it lie on the application's side: with no kernel, and with no other configuration? */
bool project_is_of_application(struct project *project, const char *path);
const char *project_service_in(const struct name_set *names); /* one of these; NULL: none */
void project_kernels_free(struct project *project);

/* needed.c: those that have functions which these call */
void project_add_needed(struct project *project);
/* ... where several have them, and nothing says which one it is: one of those. False: there is no such function. */
bool project_add_guessed(struct project *project);

/* candidates.c: what is known of the folder's sources, for these */
void project_candidates_free(struct project *project);

/* programs.c: a main() that does not start the system, where none was taken, is another program's; or, where
 * the system needs no start, the application's: false: there is none such */
bool project_add_main(struct project *project);
void project_assume_no_main(struct project *project);
bool project_is_other_program(const struct project *project, const char *source); /* one of the folder's, in C */

/* unnamed.c: those that nothing asks for, and that use what these have, or run by themselves */
void project_add_unnamed(struct project *project);

/* vectors.c: functions that tables of vectors name, and those that others may run whom nobody reads */
void project_take_vectors(struct project *project);

/* lenders.c: names that nothing declares are others than those of files that declare them and were left out */
void project_assume_lenders(struct project *project);

/* headers.c: where the headers are that they include */
void project_find_headers(struct project *project);
/* Headers of this name, in whatever folder and case: the first one, and how many there are. */
const char **project_headers_named(struct project *project, const char *name, size_t *count);
/* Of this source alone, whether it is taken or not: `alone` gets the folders of headers, those for headers in quotes
 * alone as options of the compiler, and headers of kernels. */
void project_find_headers_of(struct project *project, const char *source, struct command_app_options *alone);
/* ... and of headers that it includes by these names. False: nothing new was found. */
bool project_find_missing(struct project *project, const char *source, const struct name_set *names,
                          struct command_app_options *alone);

/* folders.c: folders of headers that files of the build name, in their order. The first file of this name that
 * is there, and that of one of them; NULL: there is none. */
const char *project_in_header_folders(struct project *project, const char *name);
const char *project_in_folders_for_all(struct project *project, const char *name); /* for `#include <name>` */
bool project_names_header_folders(struct project *project);                        /* some */
bool project_names_header_folder(struct project *project, const char *folder);     /* this one */
bool project_quotes_folders(struct project *project); /* for `#include "name"` alone, whatever else it says */
const char *project_in_header_folder(struct project *project, size_t number, const char *name);

/* commands.c: which of the sources the build compiles, if it says so */
void project_choose_commands(struct project *project);
bool project_is_built(const struct project *project, const char *source);

/* macros.c: macros that some build defines, and that nobody here knows */
void project_assume_macros(struct project *project);
/* texts.c: what files of the build say. One that says it, with its variables replaced, if it is a makefile. */
struct build_text {
    const char *path, *text;
    bool is_build;    /* otherwise it may be one */
    bool is_any;      /* asked for: wherever they lie */
    struct text read; /* these two are for whoever asks for the next one */
    size_t next;
};
/* The next one, the first if it is {0}. False: there are no more. */
bool project_next_build(struct project *project, struct build_text *build);
/* May a file, by its place, be of the application's build? Then this is its text. */
bool project_may_build(const struct project *project, const char *path, bool is_build, struct text *text);
bool project_builds(const struct project *project, const char *path); /* by its place */
bool project_is_makefile(const char *path);                           /* or a part of one, by its name */

/* included.c: files of the build outside of the folder that those inside name; what is not found is told */
void project_find_outside_builds(struct project *project);
void project_assume_outside_builds(struct project *project);

/* outside.c: sources outside of the folder that files of the build name */
void project_assume_outside(struct project *project);

/* paths.c: paths in texts: characters of such, where one begins that ends behind `at`, and does one with one of
 * these endings? */
bool project_is_of_path(char c);
const char *project_path_before(const char *text, const char *at);
bool project_ends_path(const char *text, const char *at, const char *const *endings);

/* objects.c: objects and libraries that the build links, and of which no source is here */
void project_assume_objects(struct project *project);

/* excluded.c: sources that were taken, and that files of the build leave out */
void project_assume_excluded(struct project *project);

/* linked.c: functions whose names linkers give to others */
void project_assume_linked(struct project *project);

/* language.c: sources that the build compiles as C++ */
void project_doubt_language(struct project *project);

/* alike.c: what `home`, a file of the build, has or names: told in the words of `one`, or, with many others, in
 * those of `several` */
void project_assume_alike(struct project *project, const char *several, const char *name, const char *home,
                          const char *one);
void project_tell_alike(struct project *project);

/* sections.c: variables that linkers leave without their first values */
void project_doubt_sections(struct project *project);

/* strange.c: flags of which nothing is known */
void project_assume_strange_flags(struct project *project);

/* forced.c: headers that the build has included everywhere; what such a one has is not known */
void project_tell_forced(struct project *project, const char *name, size_t length, const char *home);
void project_tell_forced_by(struct project *project, const char *path, const char *text);

/* flags.c: what the build tells the compiler of numbers. Of the makefile or configuration `home`: */
void project_take_flags(struct project *project, const char *flags, size_t size, const char *home);
void project_take_linkers_flags(struct project *project);
void project_take_configured_flags(struct project *project);
void project_assume_flags(struct project *project);
bool project_is_prose(struct project *project,
                      const char *path);                         /* a file for people, which no file of a build names */
void project_doubt(struct project *project, const char *reason); /* the first one counts */

/* build.c: the options that the build would give */
void project_choose_target(struct project *project);
void project_take_options(struct project *project);
void project_choose_profile(struct project *project);
void project_assume_layout(struct project *project); /* of structures, where the compiler is an old one, or may be */
void project_choose_search(struct command_app_options *command);
void project_limit_first_answer(struct command_app_options *command);

/* tell.c: all of it as a command line */
void project_tell(const struct command_app_options *command);

#endif
