#include "cfront/text/usual_constant.h"

#include <string.h>

bool unknown_constants_is_usual(const char *name, unsigned *number) {
    static const char *const usual[][2] = {{"LOW", "HIGH"},       {"FALSE", "TRUE"},
                                           {"false", "true"},     {"DISABLE", "ENABLE"},
                                           {"RESET", "SET"},      {"OFF", "ON"},
                                           {"NO", "YES"},         {"STD_LOW", "STD_HIGH"},
                                           {"STD_OFF", "STD_ON"}, {"STD_IDLE", "STD_ACTIVE"},
                                           {"E_OK", "E_NOT_OK"}};
    for (size_t i = 0; i < 2 * sizeof usual / sizeof *usual; i++)
        if (!strcmp(name, usual[i / 2][i % 2])) {
            *number = i % 2;
            return true;
        }
    return false;
}
