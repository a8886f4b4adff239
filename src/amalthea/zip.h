/* The one file inside a compressed model (APP4MC stores a model as a zip archive with the model's own name). */
#ifndef AMALTHEA_ZIP_H
#define AMALTHEA_ZIP_H

#include "base/diag.h"
#include "base/text.h"

#include <stdbool.h>

bool zip_is_archive(const char *bytes, size_t size);
/* Adds the archive's only member to `out`. False with an error: not an archive, encrypted, damaged, several members,
 * or more than a model can be. */
bool zip_extract(const char *bytes, size_t size, const char *file, struct text *out, struct diagnostics *diagnostics);

#endif
