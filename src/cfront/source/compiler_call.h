/* A call of the compiler for one source: its arguments, and the files that are only in memory. */
#ifndef CFRONT_SOURCE_COMPILER_CALL_H
#define CFRONT_SOURCE_COMPILER_CALL_H

#include "base/vec.h"
#include "cfront/load/front.h"

typedef VEC(struct CXUnsavedFile) memory_files;
typedef VEC(const char *) compiler_arguments;

struct translation {
    const char *source;
    compiler_arguments arguments;
    memory_files *files; /* shared with other sources: what is added is taken away again */
    unsigned commons;    /* a bit for each group of common words that it lacks (absent.c) */
    unsigned flags;      /* CXTranslationUnit_... */
};

/* A file that is there already gets this text. */
void memory_files_add(memory_files *files, const char *path, const char *text, size_t length);

void translation_add_header(struct front *front, memory_files *list, const char *name, const char *text);

void translation_add_folder(struct translation *translation, const char *option); /* `-IFOLDER`, once */
/* Includes the header, before anything else of the source. */
void translation_include(struct translation *translation, const char *header);
enum CXErrorCode translation_parse(struct front *front, const struct translation *translation, CXTranslationUnit *tu);

#endif
