/* What rtcheck makes of names that headers declare which are not there, so that the rest can be checked. Invariant: a
 * name means the same in all sources that lack it; what is known of it only grows, but that it is no type may be found
 * out once; every name is told with the verdict. */
#ifndef CFRONT_MISSING_INVENTED_H
#define CFRONT_MISSING_INVENTED_H

#include "base/text.h"
#include "cfront/load/invention.h"

/* Before the names of types of constants, hardware and members: so complaints of the compiler tell whose they are. */
#define INVENTED_TYPE_OF "rtcheck_of_"
/* The first enumerator of an enumeration of which nothing is known begins so. */
#define INVENTED_ENUMERATOR "rtcheck_least_"
/* The header that declares them. */
#define INVENTED_HEADER "rtcheck_invented.h"
/* The character of texts in it: a literal that has it is made of one of them. */
enum { INVENTED_CHARACTER = 0x7f };
/* Before the names of structures in it, whose own names are those of types. */
#define INVENTED_RECORD "rtcheck_record_"
/* What the source lacks of it. While more is to be learned, constants are const, so that the compiler complains of
 * assignments. */
void invented_print(const struct invented *invented, const char *source, bool learning, struct text *out);
/* The register of a missing header that we put there; NULL: there is none. */
const struct invention *invented_at(const struct invented *invented, uint64_t address);
bool invented_any(const struct invented *invented, const char *source);

struct invention *invented_find(const struct invented *invented, const char *name);
/* The name that the source lacks. False: that was known, and at least that much of it. */
bool invented_add(struct invented *invented, const char *name, enum invented_kind kind, const char *source);
/* A number that is to be below a limit, or further below it, and another one than others, if there is one. False: it
 * cannot be lower. */
bool invented_lower(struct invented *invented, struct invention *number, unsigned limit);
/* Another source's declaration of the name, which is in `file`. False: that was known. */
bool invented_borrow(struct invented *invented, const char *name, const char *file, struct invented_lack lack);
/* As if it had never been seen. */
void invented_forget(struct invented *invented, struct invention *invention);
/* The source declares the name itself. False: it was not invented for it. */
bool invented_leave_to(struct invented *invented, const char *name, const char *source);
/* What is assigned and begins with a small letter is no register, but a variable that no source defines; if one does,
 * it is another one. */
bool invented_is_variable(const struct invention *invention);
/* A pointer that is no register's leads to memory; in capitals it may be hardware after all. */
bool invented_is_memory(const struct invented *invented, const struct invention *invention);
/* The numbers and texts that are guesses (guess.h). */
void invented_tell_guesses(const struct invented *invented, struct text *out);
/* Variables that no source defines. */
void invented_tell_variables(const struct invented *invented, struct text *out);
/* Types that might be something else than the `int` that they are taken for, and what. */
void invented_tell_types(const struct invented *invented, enum cfront_types types, struct text *out);
/* Not if all that seemed to lack it have it themselves. */
bool invented_is_lacked(const struct invention *invention);
/* The constant of this name that some source lacks; NULL: there is none. */
struct invention *invented_constant(const struct invented *invented, const char *name);
/* A name whose number is known: that of a message, or what every header has (usual_constant.h). */
bool invented_knows_number(const struct invented *invented, const char *name, unsigned *number);
/* What an INVENTED_NUMBER is, for once or otherwise. */
int invented_number(const struct invented *invented, const struct invention *invention);
/* It is no type. False: nobody had taken it for one, or that was known. */
bool invented_make_value(struct invented *invented, const char *name);
/* By the name that the compiler has for a type: `const NAME`, `struct ...`. NULL: not one of these. */
struct invented_type *invented_type(const struct invented *invented, const char *name, size_t length);
struct invention *invented_of_type(const struct invented *invented, const struct invented_type *type);
bool invented_add_member(struct invented *invented, struct invented_type *type, const char *name);
/* The type of ours that is in what the source borrows by this name. NULL: there is none, or several are. */
struct invented_type *invented_borrowed_type(const struct invented *invented, const struct invention *invention,
                                             const char *source);
/* NULL: there is none of that name yet. */
struct invented_type *invented_member_type(const struct invented_type *type, const char *name);
/* NULL: no type has a member of that name, or several have. */
struct invented_type *invented_only_member(const struct invented *invented, const char *name);

/* Which number values of this type are for once; NULL: nobody says so. */
const char *invented_told_number(const struct invented *invented, const char *type);

/* All of them, by what they are taken for. */
void invented_tell(const struct invented *invented, struct text *out);
void invented_free(struct invented *invented);

#endif
