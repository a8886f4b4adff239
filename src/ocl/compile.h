/* Expressions as machine code, for who evaluates them millions of times, with the same values and the same failures.
 * libtcc's is up to twice as fast as the interpreter, and there in some milliseconds; that of `cc -O2` is faster
 * again, for half a second of work. */
#ifndef OCL_COMPILE_H
#define OCL_COMPILE_H

#include "jit/jit.h"
#include "ocl/ocl.h"

struct ocl_code;

/* From now on ocl_evaluate() runs these expressions of the schema as code. No other thread may use them meanwhile. NULL
 * where they cannot be compiled: they are interpreted as before. */
struct ocl_code *ocl_compile(const struct ocl_schema *schema, struct ocl_expression *const *expressions, size_t count,
                             enum jit_compiler compiler);
/* They will be evaluated for long: have the code optimised in the background. */
void ocl_code_optimise(struct ocl_code *code);
/* They are interpreted again. To be called before the schema is freed. NULL is allowed. */
void ocl_code_free(struct ocl_code *code);

#endif
