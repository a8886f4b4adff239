/* Publish stops at the first subscriber whose inbox is full: those behind it miss the message, too. */
#define NO_ROOM to = NODES
#include "../bus.pml"
