#include "osek/rule.h"

enum osek_rule osek_mutant;
