/* From syntax to typed expressions. */
#ifndef OCL_CHECK_H
#define OCL_CHECK_H

#include "ocl/node.h"
#include "ocl/syntax.h"

/* An expression without contents, for a function that is called before its body was typed. */
struct ocl_expression *ocl_declare(struct ocl_schema *schema);
/* Types `syntax` and fills `expression` (from ocl_declare()). False after errors. */
bool ocl_define(struct ocl_schema *schema, const struct ocl_scope *scope, const struct ocl_syntax *syntax,
                const struct ocl_type *expected, struct ocl_expression *expression, struct diagnostics *diagnostics);
/* Both in one; NULL after errors. */
struct ocl_expression *ocl_check(struct ocl_schema *schema, const struct ocl_scope *scope,
                                 const struct ocl_syntax *syntax, const struct ocl_type *expected,
                                 struct diagnostics *diagnostics);
/* Reports functions that call themselves, or call too deeply. To be called when all bodies are defined. */
bool ocl_check_functions(const struct ocl_schema *schema, struct diagnostics *diagnostics);
/* An expression without parameters whose value this parameter must have wherever the condition holds; NULL if the
 * condition does not say so. */
struct ocl_expression *ocl_demanded_value(const struct ocl_expression *condition, unsigned parameter);
bool ocl_resolve_type(const struct ocl_schema *schema, const struct ocl_type_syntax *syntax, struct ocl_type *type,
                      struct diagnostics *diagnostics);
/* -1 if there is none. */
int ocl_find_class(const struct ocl_schema *schema, const char *name);
/* Reports that there is no such class, with the nearest name. */
void ocl_unknown_class(const struct ocl_schema *schema, const char *name, struct place place,
                       struct diagnostics *diagnostics);
/* -1 if the class has no such state, reported. */
int ocl_find_state(const struct ocl_schema *schema, unsigned class_index, const char *name, struct place place,
                   struct diagnostics *diagnostics);
int ocl_find_member(const struct ocl_schema *schema, unsigned class_index, const char *name);
void ocl_unknown_member(const struct ocl_schema *schema, unsigned class_index, const char *name, struct place place,
                        struct diagnostics *diagnostics);
/* "Set(Task)" */
const char *ocl_type_name(const struct ocl_schema *schema, struct ocl_type type);

#endif
