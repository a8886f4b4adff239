#include "cfront/unit.h"

#include "base/file.h"
#include "base/fingerprint.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/within.h"
#include "base/word.h"
#include "cfront/conditions/asked_headers.h"
#include "cfront/conditions/conditions.h"
#include "cfront/conditions/undefined.h"
#include "cfront/library/headers.h"
#include "cfront/missing/absent.h"
#include "cfront/missing/accidental.h"
#include "cfront/missing/borrowed.h"
#include "cfront/missing/function_values.h"
#include "cfront/missing/inventing.h"
#include "cfront/missing/macro_hint.h"
#include "cfront/missing/number_once.h"
#include "cfront/missing/number_use.h"
#include "cfront/missing/other_number.h"
#include "cfront/missing/polled.h"
#include "cfront/missing/settled.h"
#include "cfront/missing/unknown_block.h"
#include "cfront/missing/unknown_layout.h"
#include "cfront/missing/unknown_union.h"
#include "cfront/source/compiler_names.h"
#include "cfront/source/database.h"
#include "cfront/source/kernel_headers.h"
#include "cfront/source/replaced.h"
#include "cfront/source/shadowed.h"
#include "cfront/source/standard_numbers.h"
#include "cfront/source/translation.h"
#include "cfront/source/trigraphs.h"
#include "cfront/source/unknown_arguments.h"
#include "cfront/text/section_names.h"
#include "cfront/text/source_words.h"
#include "cfront/written/attributes.h"
#include "cfront/written/interrupts.h"
#include "cfront/written/placed.h"
#include "cfront/written/pragmas.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY_PATH HEADERS_FOLDER "/rtcheck_library.c"

/* ---- Diagnostics ---- */

/* Messages quote what they are about. What lies neither below the source's folder, nor below a folder of the command
 * line, nor with the system's headers is not to be seen: a source may include any file that the user can read. A
 * compilation database is the user's own word for where files are. */
static bool may_be_quoted(const struct front *front, const char *file, const char *source,
                          const compiler_arguments *list) {
    if (!file || front->options->compile_commands || strcmp(file, source) == 0) return true;
    if (begins_with(file, HEADERS_FOLDER) || begins_with(file, "/usr/") || within_reach(file, source, NULL))
        return true;
    for (size_t i = 0; i < list->count; i++) {
        if (!begins_with(list->items[i], "-I")) continue;
        const char *folder = list->items[i] + 2;
        if (!*folder && i + 1 < list->count) folder = list->items[i + 1];
        if (within_folder(file, folder)) return true;
    }
    return false;
}

/* A misspelt service is no function of somebody else; a short word that has some of its letters may be one, and so may
 * `DISABLE_INTERRUPTS`. */
static void refuse_misspelt(struct front *front, const char *name, struct place place) {
    enum { LETTERS_FOR_A_CHANGE = 5 };
    struct nearest service;
    nearest_begin(&service, name);
    for (enum osek_service i = 0; osek_service_is_systems(i); i++) nearest_offer(&service, osek_service_name(i));
    bool is_near = service.distance * LETTERS_FOR_A_CHANGE <= strlen(name) && !section_names_are_of_interrupts(name);
    if (service.found && (service.distance <= 1 || is_near))
        diag_error(front->diagnostics, place, "nothing declares `%s`; did you mean the service `%s`?", name,
                   service.found);
}

/* A call of what no header declares: C of old takes it for a function that returns an int. */
static void note_undeclared(struct front *front, const char *message, struct place place) {
    static const char beginning[] = "call to undeclared function '";
    if (!begins_with(message, beginning)) return;
    const char *name = message + sizeof beginning - 1;
    name = arena_text_n(front->scratch, name, strcspn(name, "'"));
    vec_push(&front->undeclared, name);
    refuse_misspelt(front, name, place);
}

/* C leaves undefined what comes of such an expression (6.5p2): we go from left to right. */
static void note_unsequenced(struct front *front, const char *message, struct place place) {
    if (begins_with(message, "unsequenced modification") || begins_with(message, "multiple unsequenced modifications"))
        front_doubt(front, "C leaves undefined what %s:%u does: %s", place_file(place), place.line, message);
}

/* `Cfg c = {10, next()};` of a type that counts as `int`: the compiler drops what has no room, effects and all. */
static void note_excess(struct front *front, const char *message, struct place place) {
    if (begins_with(message, "excess elements in "))
        front_assume_once(front, arena_printf(front->arena,
                                              "first values for which their type, as it is known here, has no room do "
                                              "not matter, nor what computing them does (%s:%u)",
                                              place_file(place), place.line));
}

/* `_Static_assert(N < 50, "")`, where ours stands for N, or for a type: the header has another one. */
static bool note_assertion(struct front *front, const char *message, struct place place, const char *source) {
    if (!begins_with(message, "static assertion failed") || !invented_any(&front->invented, source)) return false;
    diag_warning(front->diagnostics, place, "%s, with what missing headers are taken to say", message);
    front->failed_assertion = place;
    return true;
}

/* `__DATE__`, `__TIME__` and `__TIMESTAMP__`: no two builds have the same. */
static bool note_date(struct front *front, const char *message, struct place place) {
    if (!begins_with(message, "expansion of date or time macro")) return false;
    front_assume_once(front, arena_printf(front->arena, "it is built when it is checked, by the date or time at %s:%u",
                                          place_file(place), place.line));
    return true;
}

/* What libclang does not know it leaves out: this is told, at least. */
static bool refuse_attribute(struct front *front, const char *message, struct place place) {
    static const char beginning[] = "unknown attribute '";
    const char *name = message + sizeof beginning - 1;
    return begins_with(message, beginning) && attributes_check_unknown(front, name, strcspn(name, "'"), place);
}

/* libclang passes over an attribute that comes behind the definition; other compilers do not. */
static bool refuse_late_attribute(struct front *front, CXTranslationUnit tu, CXDiagnostic diagnostic,
                                  const char *message, struct place place) {
    unsigned offset = 0;
    size_t length = 0;
    CXFile file = NULL;
    if (strcmp(message, "attribute declaration must precede definition") != 0) return false;
    front->clang.getSpellingLocation(front->clang.getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    const char *text = file ? front->clang.getFileContents(tu, file, &length) : NULL;
    const char *name = text ? attribute_plain_name(front, text + offset, length - offset) : "weak";
    if (attribute_may_come_late(name)) return false;
    diag_error(front->diagnostics, place,
               "what is declared `%s` behind its definition cannot be modelled: declare it so before", name);
    return true;
}

/* Of a header that the compiler found all the same, where other compilers look: beside who includes it. */
static bool is_found_otherwise(const char *message) {
    return *message == '\'' && (strstr(message, "' file not found with <angled> include; use") ||
                                strstr(message, "' file not found, did you mean '"));
}

/* Of a pragma that has something to say, and no more than that. */
static bool is_about_words(const char *message) {
    static const char *const beginnings[] = {"pragma message requires ", "pragma warning requires ",
                                             "expected string literal in pragma diagnostic", NULL};
    return begins_with_one_of(message, beginnings);
}

/* `NAME(x) { ... }`, `NAME() { ... }`: C of old has functions like that, but headers have macros that are called so,
 * and then this is code that somebody calls. */
static bool is_unknown_macro(struct front *front, CXTranslationUnit tu, CXDiagnostic diagnostic, const char *message) {
    if (begins_with(message, "parameter '") && strstr(message, "' was not declared, defaults to 'int'")) return true;
    const char *name = absent_type_of(front, tu, diagnostic);
    if (!name || !*name) return false;
    for (; *name; name++)
        if (*name >= 'a' && *name <= 'z') return false;
    return true;
}

/* An object of the configuration whose name C cannot have. The header of names is ours: the user has no such file. */
static bool refuse_object_name(struct front *front, CXTranslationUnit tu, CXDiagnostic diagnostic, const char *source) {
    static const char header[] = HEADERS_FOLDER "/" HEADERS_NAMES, beginning[] = "enum { ";
    CXFile file = NULL;
    unsigned offset = 0;
    size_t length = 0;
    front->clang.getFileLocation(front->clang.getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    if (!file || strcmp(front_text(front, front->clang.getFileName(file)), header) != 0) return false;
    const char *text = front->clang.getFileContents(tu, file, &length), *line = text + offset;
    while (line > text && line[-1] != '\n') line--;
    if (!begins_with(line, beginning)) return false;
    line += sizeof beginning - 1;
    diag_error(front->diagnostics, (struct place){source, 0, 0},
               "the configuration calls an object `%.*s`, which is a word of C, or a macro of this source, of the "
               "compiler's for this target (--target), or of the options: C code cannot use that name",
               (int)strcspn(line, " "), line);
    return true;
}

/* `int e;`, where the configuration has an EVENT e: the header that declares that is ours, and nobody knows it. */
static const char *with_object(struct front *front, const char *message) {
    static const char beginning[] = "redefinition of '";
    if (!begins_with(message, beginning)) return message;
    const char *name = message + sizeof beginning - 1;
    name = arena_text_n(front->scratch, name, strcspn(name, "'"));
    const char *kind = headers_object_named(front->names, name);
    return kind ? arena_printf(front->scratch, "%s: the configuration has %s %s `%s`", message,
                               strchr("AEI", *kind) ? "an" : "a", kind, name)
                : message;
}

/* rtcheck.h declares it; what else it has are names with `rtcheck` in front. */
static const char *with_own_name(struct front *front, const char *message) {
    static const char *const beginnings[] = {"conflicting types for 'random'", "redefinition of 'random'",
                                             "static declaration of 'random'", NULL};
    return begins_with_one_of(message, beginnings)
               ? arena_printf(front->scratch, "%s (rtcheck.h declares it: -DRTCHECK_OWN_RANDOM leaves that out)",
                              message)
               : message;
}

static const char *with_definition(struct front *front, const char *message) {
    const char *name = absent_name(front, message), *assumed = name ? undefined_by_build(front, name) : NULL;
    return assumed ? arena_printf(front->scratch, "%s: %s (-D says what it is)", message, assumed) : message;
}

static void report(struct front *front, CXTranslationUnit tu, CXDiagnostic diagnostic, const char *source,
                   const compiler_arguments *list) {
    struct place place = front_exact_location(front, front->clang.getDiagnosticLocation(diagnostic));
    const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
    if (refuse_object_name(front, tu, diagnostic, source)) return;
    if (refuse_late_attribute(front, tu, diagnostic, message, place)) return;
    if (undefined_note(front, message) || note_date(front, message, place)) return;
    if (note_assertion(front, message, place, source)) return;
    if (interrupts_note_message(front, message, front->clang.getDiagnosticLocation(diagnostic))) return;
    if (placed_note_message(front, message, front->clang.getDiagnosticLocation(diagnostic))) return;
    if (refuse_attribute(front, message, place)) return;
    if (!may_be_quoted(front, place.file, source, list))
        message =
            "something is wrong here; what, is not shown of files outside of the source's folder and of those named "
            "with -I";
    note_undeclared(front, message, place);
    note_unsequenced(front, message, place);
    note_excess(front, message, place);
    enum CXDiagnosticSeverity severity = front->clang.getDiagnosticSeverity(diagnostic);
    if (is_found_otherwise(message) || is_about_words(message)) severity = CXDiagnostic_Warning;
    if (is_unknown_macro(front, tu, diagnostic, message)) severity = CXDiagnostic_Error;
    switch (severity) {
    case CXDiagnostic_Error:
    case CXDiagnostic_Fatal:
        message = macro_hint(front, tu, diagnostic, message);
        diag_error(front->diagnostics, place, "%s",
                   with_definition(front, with_own_name(front, with_object(front, message))));
        replaced_note_error(front, place, message);
        break;
    case CXDiagnostic_Warning:
        if (place.file) diag_warning(front->diagnostics, place, "%s", message); /* others are about linking */
        break;
    default: break;
    }
}

/* ---- What was read ---- */

struct reading {
    struct front *front;
    CXTranslationUnit tu;
};

static void look_for_library(struct front *front, const char *text, size_t length, bool is_ours) {
    if (is_ours)
        library_look_at_ours(&front->library, text, length);
    else
        library_look(&front->library, text, length);
}

static void tell_guess(struct front *front, const char *path) {
    for (size_t i = 0; i < front->options->guessed_count; i++) {
        const struct cfront_guess *guess = &front->options->guessed[i];
        if (!strcmp(file_name(guess->path), file_name(path)) && file_is_same(guess->path, path))
            front_assume_once(front, guess->assumed);
    }
}

static void read_file(CXFile file, CXSourceLocation *from, unsigned depth, CXClientData data) {
    (void)from, (void)depth;
    struct reading *reading = data;
    struct front *front = reading->front;
    size_t length = 0;
    const char *text = front->clang.getFileContents(reading->tu, file, &length);
    if (!text) library_use_all(&front->library); /* who knows */
    if (!text) return;
    const char *name = front_text(front, front->clang.getFileName(file));
    front->lacks_headers =
        front->lacks_headers || begins_with(name, HEADERS_VENDORS "/") || headers_stands_for_vendor(file_name(name));
    front->program->fingerprint = fingerprint_bytes(front->program->fingerprint, text, length);
    undefined_read(front, name, text, length);
    trigraphs_read(front, name, text);
    standard_numbers_read(front, name, text);
    shadowed_note_ours(front, name);
    tell_guess(front, name);
    look_for_library(front, text, length, begins_with(name, HEADERS_FOLDER "/"));
}

static void read_argument(struct front *front, const char *argument) {
    front->program->fingerprint = fingerprint_text(front->program->fingerprint, argument);
    look_for_library(front, argument, strlen(argument), false);
    bool hides_texts = strstr(argument, "pch") || strstr(argument, "module");
    if (hides_texts) library_use_all(&front->library);
}

/* The texts and arguments that made this unit: a fingerprint of them all, their pragmas, and names of our library. */
static void read_texts(struct front *front, CXTranslationUnit tu, const compiler_arguments *list) {
    struct reading reading = {front, tu};
    for (size_t i = 0; i < list->count; i++) read_argument(front, list->items[i]);
    front->clang.getInclusions(tu, read_file, &reading);
    pragmas_read(front, tu);
}

/* ---- One source ---- */

/* What users, or their builds, say to the compiler: without what we always say. */
static const char *others_arguments(struct front *front, const struct translation *translation) {
    compiler_arguments ours = {0};
    struct text text = {0};
    translation_add_ours(front, &ours);
    for (size_t i = ours.count; i < translation->arguments.count; i++)
        if (!begins_with(translation->arguments.items[i], "-W"))
            text_printf(&text, "%s%s", text.length ? " " : "", translation->arguments.items[i]);
    const char *result = arena_text(front->scratch, text_chars(&text));
    text_free(&text);
    vec_free(&ours);
    return result;
}

static void parse(struct front *front, struct translation *translation) {
    CXTranslationUnit tu = NULL;
    struct place place = {translation->source, 0, 0};
    enum CXErrorCode error = absent_parse(front, translation, &tu);
    if (error == CXError_Crashed) {
        diag_error(front->diagnostics, place,
                   "the compiler gave up: this source is nested too deeply, or needs too much memory");
        return;
    }
    if (error != CXError_Success || !tu) {
        diag_error(front->diagnostics, place, "the C front end does not know an argument, or the target `%s`: %s",
                   front->program->target, others_arguments(front, translation));
        return;
    }
    vec_push(&front->units, (struct unit){tu, translation->source});
    read_texts(front, tu, &translation->arguments);
    front->last_file = NULL;
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        report(front, tu, diagnostic, translation->source, &translation->arguments);
        front->clang.disposeDiagnostic(diagnostic);
    }
}

static void print_invented(struct front *front, struct translation *translation, bool learning) {
    struct text header = {0};
    front->invented.stubs = learning ? NULL : &front->stubs;
    front->invented.has_fields = !learning && front->invented.reading == TYPES_FIELD;
    invented_print(&front->invented, translation->source, learning, &header);
    translation_add_header(front, translation->files, INVENTED_HEADER, arena_text(front->scratch, text_chars(&header)));
    text_free(&header);
}

/* Learns of names that nothing declares, until there is nothing new; whether there was anything. */
static bool learn(struct front *front, struct translation *translation) {
    enum { MOST_ROUNDS = 60 };
    bool learned = false, again = true;
    vec_push(&translation->arguments, "-ferror-limit=0");
    vec_push(&translation->arguments, "-Wvla"); /* what their lengths are is asked for */
    translation_include(translation, INVENTED_HEADER);
    for (unsigned i = 0; i < MOST_ROUNDS && again && limits_reached() == LIMITS_NONE; i++) {
        CXTranslationUnit tu = NULL;
        print_invented(front, translation, true);
        bool parsed = absent_parse(front, translation, &tu) == CXError_Success && tu;
        again = parsed && inventing_learn(front, tu, translation->source);
        if (tu) front->clang.disposeTranslationUnit(tu);
        learned |= again;
    }
    return learned;
}

/* Parses it, for good or to learn; what learning learned. */
static bool parse_source(struct front *front, const char *source, struct database *database, memory_files *memory,
                         bool learning) {
    size_t shared = memory->count;
    bool learned = false;
    struct translation translation = {.source = source, .files = memory};
    if (limits_reached() != LIMITS_NONE) {
        diag_error(front->diagnostics, (struct place){source, 0, 0}, "%s before it was read",
                   limits_name(limits_reached()));
        return false;
    }
    if (!translation_begin(front, &translation, database)) return false;
    if (learning) {
        learned = learn(front, &translation);
    } else {
        bool lacks = invented_any(&front->invented, source);
        if (lacks) print_invented(front, &translation, false);
        if (lacks) translation_include(&translation, INVENTED_HEADER);
        parse(front, &translation);
    }
    memory->count = shared;
    vec_free(&translation.arguments);
    return learned;
}

/* ---- All of it ---- */

/* -m32: it may be another machine. The macro is asked for in the library's text. */
static bool is_for_library(const char *argument) {
    return begins_with(argument, "-m") || begins_with(argument, "-DNO_RUN_ENTER_STOP_EXIT");
}

/* The last unit: what the machine is, and the library for those who use it. */
static void parse_library(struct front *front, memory_files *memory) {
    struct translation translation = {.source = LIBRARY_PATH, .files = memory};
    const char *library = library_used_text(&front->library, front->scratch);
    const char *text = arena_printf(front->scratch, "%s%s%s", headers_machine, standard_numbers_asking(front), library);
    memory_files_add(memory, LIBRARY_PATH, text, strlen(text));
    translation_add_ours(front, &translation.arguments);
    vec_push(&translation.arguments, "-target");
    vec_push(&translation.arguments, front->program->target);
    for (size_t i = 0; i < front->options->argument_count; i++)
        if (is_for_library(front->options->arguments[i]))
            vec_push(&translation.arguments, front->options->arguments[i]);
    for (size_t i = 0; i < front->flags.count; i++) vec_push(&translation.arguments, front->flags.items[i]);
    if (front->library.has_errno) vec_push(&translation.arguments, "-DRTCHECK_HAS_ERRNO=1");
    unsigned blocks = front->options->heap ? front->options->heap : 1;
    vec_push(&translation.arguments, arena_printf(front->scratch, "-DRTCHECK_BLOCKS=%u", blocks));
    if (front->options->malloc_fails) vec_push(&translation.arguments, "-DRTCHECK_MALLOC_FAILS=1");
    parse(front, &translation);
    vec_free(&translation.arguments);
}

/* Commands may change the folder: then sources are found by their whole paths. */
static const char *const *whole_paths(struct front *front, const char *const *sources, size_t count) {
    const char **paths = arena_new_array(front->scratch, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        char *path = realpath(sources[i], NULL);
        paths[i] = arena_text(front->scratch, path ? path : sources[i]);
        free(path);
    }
    return paths;
}

struct sources {
    const char *const *paths;
    size_t count;
    struct database *database;
    memory_files *memory;
    bool *failed; /* which of them were not read without errors */
};

static void parse_all(struct front *front, const struct sources *sources) {
    vec_clear(&front->broken);
    for (size_t i = 0; i < sources->count; i++) {
        unsigned errors = front->diagnostics->errors;
        parse_source(front, sources->paths[i], sources->database, sources->memory, false);
        sources->failed[i] = front->diagnostics->errors > errors;
    }
}

/* A name means the same in all sources: what one of them tells of it may change others. */
static void learn_from_all(struct front *front, const struct sources *sources) {
    enum { MOST_ROUNDS = 4 };
    bool again = true;
    for (unsigned i = 0; i < MOST_ROUNDS && again; i++) {
        again = false;
        for (size_t s = 0; s < sources->count; s++)
            again |=
                sources->failed[s] && parse_source(front, sources->paths[s], sources->database, sources->memory, true);
    }
}

/* What types may be besides what they were taken for. */
static void tell_other_types(struct front *front) {
    const char **all = arena_new_array(front->arena, const char *, CFRONT_TYPES);
    struct text names = {0};
    for (int types = TYPES_INT + 1; types < CFRONT_TYPES; types++) {
        text_clear(&names);
        invented_tell_types(&front->invented, (enum cfront_types)types, &names);
        if (names.length) all[types] = arena_text(front->arena, text_chars(&names));
    }
    text_clear(&names);
    other_number_tell_all(&front->invented, &names);
    front->program->types_read = arena_text(front->arena, text_chars(&names));
    front->program->other_types = all;
    text_free(&names);
}

static void tell_invented(struct front *front, const char *source) {
    struct text names = {0};
    invented_tell(&front->invented, &names);
    diag_warning(front->diagnostics, (struct place){source, 0, 0},
                 "headers are missing, and nothing declares some names (give the headers' folders with -I, or say more "
                 "with -D or in a header for `--clang -include`): %s",
                 text_chars(&names));
    front_assume(front, arena_printf(front->arena, "of the names that nothing declares %s", text_chars(&names)));
    text_clear(&names);
    invented_tell_guesses(&front->invented, &names);
    if (names.length) front->program->guesses = arena_text(front->arena, text_chars(&names));
    text_clear(&names);
    invented_tell_variables(&front->invented, &names);
    if (names.length) front->program->forgetful = arena_text(front->arena, text_chars(&names));
    text_free(&names);
    tell_other_types(front);
}

/* As if nothing had been read. */
static void forget(struct front *front, const struct c_program *before) {
    for (size_t i = 0; i < front->units.count; i++) front->clang.disposeTranslationUnit(front->units.items[i].tu);
    vec_clear(&front->units);
    vec_clear(&front->undeclared);
    front->failed_assertion = (struct place){0};
    vec_clear(&front->open_names);
    vec_clear(&front->weak_names);
    vec_clear(&front->pragmas);
    vec_clear(&front->interrupt_names);
    vec_clear(&front->startup_names);
    vec_clear(&front->interrupt_marks);
    vec_clear(&front->endless_names);
    vec_clear(&front->vectors);
    vec_clear(&front->foreign);
    vec_clear(&front->address_marks);
    vec_clear(&front->section_marks);
    vec_clear(&front->at_addresses);
    vec_clear(&front->in_sections);
    library_use_none(&front->library);
    front->last_file = NULL;
    *front->program = *before;
}

/* Who lacks anything is read again. */
static void relearn(struct front *front, const struct sources *sources) {
    struct diagnostics *given = front->diagnostics, silent = {0};
    for (size_t i = 0; i < sources->count; i++)
        sources->failed[i] |= front->undeclared.count || invented_any(&front->invented, sources->paths[i]);
    settled_forget(front, front->borrowed);
    front->diagnostics = &silent;
    learn_from_all(front, sources);
    front->diagnostics = given;
    diag_free(&silent);
}

/* Names are learned until what all sources say of them, once they are read, is what was learned. False: it is. */
static bool learn_names(struct front *front, const struct sources *sources, bool is_first) {
    front->invented.arena = front->scratch;
    front->invented.messages = front->names->messages;
    front->invented.reading = front->options->types;
    front->invented.strains_types = front->options->strains_types || front->options->types == TYPES_INT; /* told all */
    front->invented.keeps_variables = front->options->keeps_variables;
    front->invented.number_list = front->options->numbers;
    front->invented.number_count = front->options->number_count;
    front->invented.counted = front->options->counted;
    front->invented.counted_count = front->options->counted_count;
    front->invented.variables = front->options->variables;
    front->invented.variable_count = front->options->variable_count;
    front->borrowed = borrowed_new(front);
    bool goes_on =
        accidental_learn_from_all(front) ||
        (is_first && (front->diagnostics->errors || front->options->number_count || inventing_have_stubs(front))) ||
        !settled_is(front, front->borrowed) || polled_learn_from_all(front);
    if (goes_on) relearn(front, sources);
    borrowed_free(front->borrowed);
    front->borrowed = NULL;
    return goes_on;
}

/* What only a missing header says: whether a name in capitals is memory or hardware, and first values in braces. */
static void doubt_kinds(struct front *front) {
    for (size_t i = 0; i < front->invented.list.count; i++) {
        const struct invention *invention = front->invented.list.items[i];
        if (!invented_is_lacked(invention)) continue;
        if (invention->kind == INVENTED_LIST)
            front_doubt(front, "`%s`, which a missing header has, is taken for zeros", invention->name);
        if (invention->kind == INVENTED_CONSTANT && invention->is_pointed_at)
            front_doubt(front,
                        "`%s`, which nothing declares, and which is taken for a constant, may be a variable: pointers "
                        "lead to it",
                        invention->name);
        if (invented_is_memory(&front->invented, invention) &&
            !has_small_letters(invention->name, strlen(invention->name)))
            front_doubt(front, "`%s`, which a missing header has, and which is taken for memory, may be hardware",
                        invention->name);
    }
}

static void doubt_names(struct front *front) {
    struct borrowed *known = borrowed_new(front);
    front->program->doubt = settled_doubt(front, known);
    borrowed_free(known);
    doubt_kinds(front);
    function_values_doubt(front);
    unknown_layout_doubt(front);
    unknown_union_doubt(front);
    number_use_doubt(front);
    unknown_block_doubt(front);
}

/* What goes wrong since headers are missing goes well, perhaps, if rtcheck says what their names are. */
static void parse_or_invent(struct front *front, const struct sources *sources, const struct c_program *before) {
    enum { MOST_ROUNDS = 8 }; /* a source may need another one, which needs a third */
    struct diagnostics *given = front->diagnostics, now = {0};
    bool may_invent = front->options->without_headers;
    front->diagnostics = &now;
    parse_all(front, sources);
    if (now.errors && front->lacks_headers && !may_invent)
        diag_note(&now, (struct place){sources->paths[0], 0, 0},
                  "headers are missing: --without-headers goes on with what can be told of their names");
    for (unsigned i = 0; i < MOST_ROUNDS && may_invent && front->lacks_headers; i++) {
        if (!learn_names(front, sources, !i) || !front->invented.list.count) break;
        diag_free(&now);
        now = (struct diagnostics){0};
        forget(front, before);
        tell_invented(front, sources->paths[0]);
        parse_all(front, sources);
    }
    if (front->invented.list.count) doubt_names(front);
    open_values_leave_undeclared(front);
    front->diagnostics = given;
    diag_take(given, &now);
    diag_free(&now);
}

static void forget_invented(struct front *front) {
    invented_free(&front->invented);
    front->invented = (struct invented){0};
}

/* Headers of others that do not compile are left out, as if they were not there. */
static void parse_or_leave_out(struct front *front, const struct sources *sources) {
    struct diagnostics *given = front->diagnostics;
    const struct c_program before = *front->program;
    bool again = true;
    while (again) {
        struct diagnostics now = {0};
        front->diagnostics = &now;
        parse_or_invent(front, sources, &before);
        front->diagnostics = given;
        again = now.errors && replaced_leave_out(front);
        if (!again) diag_take(given, &now);
        diag_free(&now);
        if (again) forget(front, &before);
        if (again) forget_invented(front);
    }
    replaced_tell(front);
}

void units_parse(struct front *front, const char *const *sources, size_t count) {
    memory_files memory = {0};
    if (front->options->compile_commands) sources = whole_paths(front, sources, count);
    front->sources = sources, front->source_count = count;
    conditions_begin(front);
    translation_add_headers(front, &memory, sources, count);
    front->library = library_use_of(headers_all_bodies(front->scratch), front->scratch);
    struct database *database = database_open(front);
    front->index = front->clang.createIndex(0, 0);
    if (database || !front->options->compile_commands)
        parse_or_leave_out(front, &(struct sources){sources, count, database, &memory,
                                                    arena_new_array(front->scratch, bool, count + 1)});
    undefined_tell(front);
    shadowed_doubt(front);
    accidental_doubt(front);
    compiler_names_tell(front);
    trigraphs_tell(front);
    pragmas_tell(front);
    attributes_tell(front);
    unknown_arguments_tell(front);
    asked_headers_tell(front);
    if (!front->diagnostics->errors && front->program->target) parse_library(front, &memory);
    database_close(front, database);
    vec_free(&memory);
}

void units_free(struct front *front) {
    for (size_t i = 0; i < front->units.count; i++) front->clang.disposeTranslationUnit(front->units.items[i].tu);
    if (front->index) front->clang.disposeIndex(front->index);
    vec_free(&front->units);
    conditions_free(front);
    invented_free(&front->invented);
}
