/* Whether inputs decide what code does to others: which services it calls, and with what, and whether its loops end.
 *
 * Where they do not, what goes on for ever does so, or does not, with whatever values of them. Numbers are followed
 * through assignments, arguments, results and memory, and from branches to what is assigned on the way to where their
 * sides meet again. More than they decide, never less. */
#ifndef APP_ANALYSIS_SWAYED_H
#define APP_ANALYSIS_SWAYED_H

#include "app/subject/subject.h"

/* By the instructions that read these inputs. Where they decide something; no file: nowhere. */
struct place swayed_at(const struct subject *subject, const bool *reads_input);
/* By the numbers that stand for those of missing headers: where they decide which way code goes, or whether something
 * is wrong. */
struct place swayed_by_guesses(const struct subject *subject);

#endif
