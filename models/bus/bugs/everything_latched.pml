/* A new subscriber gets the last message of every topic, not only of a latched one. */
#define KEEPS(kid) (topic[kid].said)
#include "../bus.pml"
