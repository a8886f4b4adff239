/* The definition that is used where a project brings none: OIL 2.5 for OSEK OS 2.2.3 and COM 3.0. */
#ifndef OIL_STANDARD_H
#define OIL_STANDARD_H

/* An IMPLEMENTATION section. Defaults are given where the standard has none but every tool agrees. */
extern const char oil_standard_text[];

/* Objects that exist without being declared. */
#define OIL_RES_SCHEDULER   "RES_SCHEDULER"
#define OIL_DEFAULT_APPMODE "OSDEFAULTAPPMODE"
#define OIL_SYSTEM_COUNTER  "SystemCounter"

#endif
