#include "cfront/conditions/conditions.h"

void conditions_begin(struct front *front) { front->conditions = arena_new_object(front->scratch, struct conditions); }

void conditions_free(struct front *front) {
    struct conditions *conditions = front->conditions;
    if (!conditions) return;
    vec_free(&conditions->undefined);
    vec_free(&conditions->late_names);
    vec_free(&conditions->with_words);
    vec_free(&conditions->deciding_names);
    vec_free(&conditions->deciding_in_code);
    vec_free(&conditions->deciding_elsewhere);
    vec_free(&conditions->read_files);
    vec_free(&conditions->asked_headers);
    vec_free(&conditions->asking_texts);
    vec_free(&conditions->defaults);
}
