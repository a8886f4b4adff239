/* What rtcheck env prints: environments and results as tables and as JSON. */
#ifndef CLI_ENV_TABLE_H
#define CLI_ENV_TABLE_H

#include "base/json.h"
#include "env/campaign_run.h"
#include "report/style.h"

/* "Task" is T, unless another class begins with it, too. */
void env_object_name(const struct env_model *model, unsigned class_index, unsigned object, struct text *out);

/* Environments in the form of table 2 of Yatake 2010: a line each, attributes and links by object. */
struct env_table;
struct env_table *env_table_new(const struct env_campaign *campaign, bool with_result);
/* `result` is NULL, or what stands in the last column. */
void env_table_add(struct env_table *table, uint64_t number, const struct env_graph *graph, const char *result);
size_t env_table_rows(const struct env_table *table);
/* Appends the rows since the last time, with a heading, and forgets them. */
void env_table_print(struct env_table *table, struct text *out);
void env_table_free(struct env_table *table);

/* The numbers of environments by cell. */
void env_print_count(const struct env_campaign *campaign, struct text *out);
void env_json_count(const struct env_campaign *campaign, struct json *json);
/* "constants": {...}, "objects": {...} */
void env_json_cell(const struct env_campaign *campaign, const struct env_cell *cell, struct json *json);
/* One environment as an object: its number, its cell, its objects. */
void env_json_graph(const struct env_campaign *campaign, uint64_t number, const struct env_graph *graph,
                    struct json *json);

/* The answer to a campaign. */
struct env_answer {
    const struct env_campaign *campaign;
    const struct env_run *run;
    const struct env_analysis_result *analysis;
    const char *design;
    const char *results; /* the database's file, or NULL */
    unsigned threads;
    bool all_numberings; /* --no-symmetry */
    enum verdict verdict;
};

void env_answer_text(const struct env_answer *answer, const struct style *style, bool quiet, struct text *out);
void env_answer_json(const struct env_answer *answer, struct text *out);
/* The members that begin every object. */
void env_json_head(const char *model, struct json *json);

#endif
