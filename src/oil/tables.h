/* A configuration for people: tables of what was written, what was assumed and what was computed. */
#ifndef OIL_TABLES_H
#define OIL_TABLES_H

#include "base/json.h"
#include "base/text.h"
#include "oil/config.h"

void oil_tables(const struct oil_config *config, struct text *out);
/* The same for programs: one JSON object, the value of a key that the caller has written. */
void oil_config_json(const struct oil_config *config, struct json *json);

#endif
