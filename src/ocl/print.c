#include "ocl/node.h"
