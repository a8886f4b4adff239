#include "cfront/survey.h"

#include "base/limits.h"
#include "base/word.h"
#include "cfront/load/room.h"
#include "cfront/missing/absent.h"
#include "cfront/source/database.h"
#include "cfront/source/foreign.h"
#include "cfront/source/translation.h"
#include "cfront/written/attributes.h"
#include "cfront/written/pragmas.h"

#include <stdlib.h>
#include <string.h>

struct survey {
    struct front *front;
    struct c_program program; /* that is never made */
    struct diagnostics diagnostics;
    const char *opened;        /* a compile_commands.json; or NULL */
    struct database *database; /* of it */
    bool is_lost;              /* the compiler is in no known state */
};

typedef VEC(const char *) names;

/* A function that the source has. */
struct surveyed {
    const char *name;
    bool is_own; /* nobody else can call it: what it uses counts if somebody here uses it */
    bool is_used;
    names uses;
};

/* One source. */
struct looking {
    struct survey *survey;
    const char *source;
    struct arena *arena;
    names has, yields, keeps, uses, variables, missing, lacks;
    VEC(struct surveyed) functions;
    names *into; /* what is mentioned now goes there */
    bool is_whole, is_done;
};

/* ---- Declarations ---- */

static bool is_external(struct front *front, CXCursor cursor) {
    enum CXLinkageKind linkage = front->clang.getCursorLinkage(cursor);
    return linkage == CXLinkage_External || linkage == CXLinkage_UniqueExternal;
}

static enum CXChildVisitResult mention(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking *looking = data;
    struct front *front = looking->survey->front;
    if (front->clang.getCursorKind(cursor) != CXCursor_DeclRefExpr) return CXChildVisit_Recurse;
    CXCursor declared = front->clang.getCursorReferenced(cursor);
    enum CXCursorKind kind = front->clang.getCursorKind(declared);
    bool has_linkage = front->clang.getCursorLinkage(declared) != CXLinkage_NoLinkage;
    if ((kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) || !has_linkage) return CXChildVisit_Continue;
    const char *name = arena_text(looking->arena, front_spelling(front, declared));
    vec_push(looking->into, name);
    if (kind == CXCursor_VarDecl && is_external(front, declared)) vec_push(&looking->variables, name);
    return CXChildVisit_Continue;
}

/* An inline function that is not static has another body, perhaps, which is linked (C11 6.7.4 p. 7): of a header, it is
 * nothing that others could lack. */
static bool is_inline_of_header(struct looking *looking, CXCursor cursor) {
    struct front *front = looking->survey->front;
    if (!front->clang.Cursor_isFunctionInlined(cursor)) return false;
    const char *file = front_place(front, cursor).file;
    return !file || strcmp(file, looking->source) != 0;
}

static void look_at_function(struct looking *looking, CXCursor cursor, const char *name) {
    struct front *front = looking->survey->front;
    if (!front->clang.isCursorDefinition(cursor)) return;
    bool is_own = !is_external(front, cursor), is_inline = !is_own && is_inline_of_header(looking, cursor);
    if (is_own)
        vec_push(&looking->keeps, name);
    else
        vec_push(&looking->has, name);
    if (is_inline || (!is_own && attributes_are_weak(front, cursor))) vec_push(&looking->yields, name);
    struct surveyed function = {.name = name, .is_own = is_own};
    looking->into = &function.uses;
    front->clang.visitChildren(cursor, mention, looking);
    vec_push(&looking->functions, function);
}

static void look_at_variable(struct looking *looking, CXCursor cursor, const char *name) {
    struct front *front = looking->survey->front;
    bool has_value = !front->clang.Cursor_isNull(front->clang.Cursor_getVarDeclInitializer(cursor));
    bool is_there = has_value || front->clang.Cursor_getStorageClass(cursor) != CX_SC_Extern;
    looking->into = &looking->uses;
    front->clang.visitChildren(cursor, mention, looking);
    if (!is_there) return;
    if (!is_external(front, cursor)) {
        vec_push(&looking->keeps, name);
        return;
    }
    vec_push(&looking->has, name);
    if (attributes_are_weak(front, cursor)) vec_push(&looking->yields, name);
}

static void look_at(struct looking *looking, CXCursor cursor) {
    struct front *front = looking->survey->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if (kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) return;
    const char *name = arena_text(looking->arena, front_spelling(front, cursor));
    if (kind == CXCursor_FunctionDecl)
        look_at_function(looking, cursor, name);
    else
        look_at_variable(looking, cursor, name);
}

/* ---- What is used ---- */

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct surveyed *)a)->name, ((const struct surveyed *)b)->name);
}

/* What it uses, others may have; what it uses of its own uses something in turn. */
static void use(struct looking *looking, struct surveyed *function) {
    if (function->is_used) return;
    function->is_used = true;
    for (size_t i = 0; i < function->uses.count; i++) vec_push(&looking->uses, function->uses.items[i]);
}

static void find_uses(struct looking *looking) {
    struct surveyed *functions = looking->functions.items;
    size_t count = looking->functions.count;
    if (count) qsort(functions, count, sizeof *functions, by_name);
    for (size_t i = 0; i < count; i++)
        if (!functions[i].is_own) use(looking, &functions[i]);
    for (size_t i = 0; count && i < looking->uses.count; i++) {
        struct surveyed wanted = {.name = looking->uses.items[i]};
        struct surveyed *own = bsearch(&wanted, functions, count, sizeof *functions, by_name);
        if (own) use(looking, own);
    }
}

/* `#pragma weak NAME`, wherever it stands: libclang does not say that it was obeyed. */
static void find_weak_pragmas(struct looking *looking) {
    struct front *front = looking->survey->front;
    for (size_t i = 0; i < front->weak_names.count; i++)
        vec_push(&looking->yields, arena_text(looking->arena, front->weak_names.items[i].name));
    vec_clear(&front->weak_names);
    vec_clear(&front->open_names);
}

/* ---- One source ---- */

/* `incomplete type 'struct NAME'`; NULL: the complaint is another one. */
static const char *incomplete_tag(struct front *front, const char *message) {
    static const char *const kinds[] = {"struct ", "union ", "enum "};
    if (!strstr(message, "incomplete") && !begins_with(message, "tentative definition has type")) return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *kind = strstr(message, kinds[i]), *name = kind ? kind + strlen(kinds[i]) : NULL;
        if (name && word_length(name)) return arena_text_n(front->scratch, name, word_length(name));
    }
    return NULL;
}

/* What no header that is there declares is a use, too: another source may have it. */
static void use_undeclared(struct looking *looking, CXTranslationUnit tu, CXDiagnostic diagnostic) {
    struct front *front = looking->survey->front;
    const char *message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
    const char *name = absent_name(front, message);
    bool is_used = name && begins_with(message, "use of undeclared identifier");
    if (!name) name = absent_type_of(front, tu, diagnostic);
    if (!name) name = incomplete_tag(front, message);
    if (!name) return;
    name = arena_text(looking->arena, name);
    if (!absent_is_common(name)) vec_push(&looking->lacks, name);
    if (is_used) vec_push(&looking->uses, name);
}

static void look_at_complaints(struct looking *looking, CXTranslationUnit tu) {
    struct front *front = looking->survey->front;
    unsigned count = front->clang.getNumDiagnostics(tu);
    looking->is_whole = true;
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        const char *header = absent_header_of(front, diagnostic);
        if (header) vec_push(&looking->missing, arena_text(looking->arena, header));
        if (front->clang.getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) looking->is_whole = false;
        use_undeclared(looking, tu, diagnostic);
        front->clang.disposeDiagnostic(diagnostic);
    }
}

static void look_through(struct looking *looking, CXTranslationUnit tu) {
    struct front *front = looking->survey->front;
    front->last_file = NULL;
    vec_push(&front->units, (struct unit){tu, looking->source}); /* so that texts are found */
    struct cursors all = front_children(front, front->clang.getTranslationUnitCursor(tu));
    for (size_t i = 0; i < all.count; i++) look_at(looking, all.items[i]);
    look_at_complaints(looking, tu);
    find_uses(looking);
    pragmas_read(front, tu);
    find_weak_pragmas(looking);
    looking->is_done = true;
    vec_clear(&front->units);
}

static void close_database(struct survey *survey) {
    database_close(survey->front, survey->database);
    survey->database = NULL;
}

static void open_database(struct survey *survey, const char *path) {
    if (survey->opened == path) return;
    close_database(survey);
    survey->opened = path;
    survey->database = database_open(survey->front);
}

static void parse(void *context) {
    struct looking *looking = context;
    struct front *front = looking->survey->front;
    memory_files memory = {0};
    struct translation translation = {
        .source = looking->source, .files = &memory, .flags = CXTranslationUnit_KeepGoing};
    CXTranslationUnit tu = NULL;
    front->index = front->clang.createIndex(0, 0);
    open_database(looking->survey, front->options->compile_commands);
    translation_add_headers(front, &memory, &looking->source, 1);
    vec_push(&translation.arguments, "-ferror-limit=0");
    if (translation_begin(front, &translation, looking->survey->database) &&
        foreign_parse(front, &translation, &tu) == CXError_Success && tu)
        look_through(looking, tu);
    if (tu) front->clang.disposeTranslationUnit(tu);
    front->clang.disposeIndex(front->index);
    front->index = NULL;
    vec_free(&translation.arguments);
    vec_free(&memory);
}

static struct source_words words_of(struct looking *looking) {
    struct arena *arena = looking->arena;
    return (struct source_words){name_set_of(arena, looking->has.items, looking->has.count),
                                 name_set_of(arena, looking->yields.items, looking->yields.count),
                                 name_set_of(arena, looking->keeps.items, looking->keeps.count),
                                 name_set_of(arena, looking->uses.items, looking->uses.count),
                                 {0},
                                 name_set_of(arena, looking->variables.items, looking->variables.count)};
}

bool survey_source(struct survey *survey, const char *source, const struct cfront_options *options, struct arena *arena,
                   struct survey_result *result) {
    char *whole = options->compile_commands ? realpath(source, NULL) : NULL;
    struct looking looking = {.survey = survey, .source = whole ? whole : source, .arena = arena};
    if (survey->is_lost) return false;
    survey->front->options = options;
    survey->program = (struct c_program){.arena = survey->front->arena};
    diag_free(&survey->diagnostics);
    survey->diagnostics = (struct diagnostics){0};
    limits_enter_library();
    survey->is_lost = room_for(parse, &looking) == ROOM_EXHAUSTED;
    limits_leave_library();
    if (looking.is_done)
        *result =
            (struct survey_result){words_of(&looking), name_set_of(arena, looking.missing.items, looking.missing.count),
                                   name_set_of(arena, looking.lacks.items, looking.lacks.count), looking.is_whole};
    for (size_t i = 0; i < looking.functions.count; i++) vec_free(&looking.functions.items[i].uses);
    vec_free(&looking.functions);
    vec_free(&looking.has);
    vec_free(&looking.yields);
    vec_free(&looking.keeps);
    vec_free(&looking.uses);
    vec_free(&looking.variables);
    vec_free(&looking.missing);
    vec_free(&looking.lacks);
    free(whole);
    return looking.is_done;
}

/* ---- All of them ---- */

struct survey *survey_new(const struct cfront_names *names) {
    struct survey *survey = memory_new(sizeof *survey);
    struct text why = {0};
    struct front *front = survey->front = memory_new(sizeof *front);
    limits_enter_library();
    bool opened = clang_open(&front->clang, &why);
    limits_leave_library();
    text_free(&why);
    front->arena = arena_new();
    front->scratch = arena_new();
    front->diagnostics = &survey->diagnostics;
    front->names = names;
    front->program = &survey->program;
    if (opened) return survey;
    survey_free(survey);
    return NULL;
}

void survey_free(struct survey *survey) {
    if (!survey) return;
    if (!survey->is_lost) {
        close_database(survey);
        arena_free(survey->front->arena);
        front_free(survey->front);
        free(survey->front);
    }
    diag_free(&survey->diagnostics);
    free(survey);
}
