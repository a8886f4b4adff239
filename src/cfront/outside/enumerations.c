#include "cfront/outside/enumerations.h"

void enumerations_begin(struct front *front) {
    front->enumerations = arena_new_object(front->scratch, struct enumerations);
}

void enumerations_free(struct front *front) {
    struct enumerations *enumerations = front->enumerations;
    if (!enumerations) return;
    vec_free(&enumerations->sure_flags);
    vec_free(&enumerations->asked_flags);
    vec_free(&enumerations->asked_bits);
    vec_free(&enumerations->enumerator_givers);
    vec_free(&enumerations->flag_givers);
    vec_free(&enumerations->likely_flag_givers);
    vec_free(&enumerations->odd_givers);
    vec_free(&enumerations->odd_enumerators);
}
