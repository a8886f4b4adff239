/* What the readers of the parts of a model share. First every object is made, then each is filled in, so that
 * references can go anywhere. */
#ifndef AMALTHEA_READER_H
#define AMALTHEA_READER_H

#include "amalthea/document.h"
#include "amalthea/model.h"

struct reader {
    struct am_document document;
    struct am_model *model;
    struct arena *arena;
};

/* ---- values ---- */

/* The time in the child `name`; 0 and `*found` false if there is none. Errors are reported. */
struct rational read_time(struct reader *reader, const struct xml_element *element, const char *name, bool *found);
/* The time that this element is. */
struct rational read_time_here(struct reader *reader, const struct xml_element *element);
/* A deviation of times: constant, boundaries, a distribution, in all versions' ways. */
struct am_interval read_interval(struct reader *reader, const struct xml_element *element);
/* The same of whole numbers. */
struct am_amount read_amount(struct reader *reader, const struct xml_element *element);
int64_t read_integer(struct reader *reader, const struct xml_element *element, const char *name, int64_t otherwise);
bool read_flag(struct reader *reader, const struct xml_element *element, const char *name, bool otherwise);
/* The value of an element like <value xsi:type="am:StringObject" value="10"/>, as text; "" if there is none. */
const char *read_value_object(struct reader *reader, const struct xml_element *element);
/* Kinds of objects: a reference to one of another kind is an error. */
enum object_kind {
    NO_OBJECT,
    A_PROCESS,
    A_RUNNABLE,
    A_STIMULUS,
    A_MODE,
    A_MODE_LABEL,
    A_VARIABLE,
    A_SEMAPHORE,
    AN_OS_EVENT,
    AN_EVENT,
    A_CHAIN,
    A_SCHEDULER,
    A_CORE
};
/* The object that was made of what the attribute refers to; NULL if it is not there. */
void *read_object(struct reader *reader, const struct xml_element *element, const char *name, enum object_kind kind);
/* The object that was made of the element itself; NULL with an error if it is only a reference to one. */
void *own_object(struct reader *reader, const struct xml_element *element);
/* The object that was made of `target`, to which `element` refers. */
void *object_of(struct reader *reader, const struct xml_element *element, const struct xml_element *target,
                enum object_kind kind);

/* The events that the attribute `name` refers to. */
void read_event_list(struct reader *reader, const struct xml_element *element, const char *name, am_event_list *list);

/* ---- parts ---- */

void make_objects(struct reader *reader);
void read_hardware(struct reader *reader, const struct xml_element *part);
void read_software(struct reader *reader, const struct xml_element *part);
void read_operating_system(struct reader *reader, const struct xml_element *part);
void read_events(struct reader *reader, const struct xml_element *part);
void read_stimuli(struct reader *reader, const struct xml_element *part);
/* ---- rates.c: of single stimuli ---- */
void read_curve(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus);
/* Makes a relative, a synthetic or a periodic one of it. */
void read_variable_rate(struct reader *reader, const struct xml_element *element, struct am_stimulus *stimulus);
void read_constraints(struct reader *reader, const struct xml_element *part);
void read_mapping(struct reader *reader, const struct xml_element *part);
/* The items of an activity graph: the children of `element` called `tag`. */
void read_items(struct reader *reader, const struct xml_element *element, const char *tag, am_items *items);
void free_items(am_items *items);
struct am_condition *read_condition(struct reader *reader, const struct xml_element *element);

/* ---- what is not modelled ---- */

void leave_out(struct reader *reader, const struct xml_element *element, const char *what, const char *why,
               enum am_safety safety);
/* Lists every element and attribute that nobody looked at. */
void list_leftovers(struct reader *reader);

#endif
