/* What has linkage: functions and variables of all files, resolved as a linker does (C11 6.2.2, 6.9). */
#ifndef CFRONT_PROGRAM_SYMBOLS_H
#define CFRONT_PROGRAM_SYMBOLS_H

#include "cfront/load/front.h"

/* All declarations at file scope. Two definitions of one name are an error. */
void symbols_collect(struct front *front);
/* Of several weak definitions that differ, which one is linked is assumed. */
void symbols_tell_rivals(struct front *front);
/* The symbol of a function, a variable with linkage or a static local; NULL for what has none. */
struct symbol *symbol_of(struct front *front, CXCursor declaration);
/* A function by its C name with external linkage; NULL: none was declared. */
struct symbol *symbol_find_function(struct front *front, const char *name);
/* The only static function of this name, with its code; NULL: there is none, or several. */
struct symbol *symbol_find_static(struct front *front, const char *name);
/* What others could call: all functions of external linkage, and interrupt routines. Others only if they are used:
 * headers are full of them. */
bool symbol_is_root(struct front *front, const struct symbol *symbol);
bool symbol_is_library(const struct front *front, struct place place); /* is it text of our library? */
/* Our library has a function of this name, and so may applications, which then mean their own. */
bool symbol_is_common_name(const char *name);

/* Its object, made when first needed. Of a static local: `function` is whose. */
struct c_object *symbol_object(struct front *front, struct symbol *symbol, const struct c_function *function);
struct c_function *symbols_new_function(struct front *front, struct symbol *symbol, const struct c_type *type);
struct c_function *symbol_function(struct front *front, struct symbol *symbol);

/* Functions lie below all objects, one after the other. */
enum { SYMBOLS_FIRST_FUNCTION = 0x100, SYMBOLS_FUNCTION_STEP = 4 };

/* A new object with an address. */
struct c_object *symbols_new_object(struct front *front, const char *name, const struct c_type *type,
                                    enum c_storage storage, struct place place);

#endif
