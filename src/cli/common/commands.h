/* The commands. Each takes the arguments after its name and returns the exit status; main.c alone knows them all. */
#ifndef CLI_COMMON_COMMANDS_H
#define CLI_COMMON_COMMANDS_H

int command_app(int argc, char **argv);
int command_model(int argc, char **argv);
int command_simulate(int argc, char **argv);
int command_graph(int argc, char **argv);
int command_env(int argc, char **argv);
int command_conform(int argc, char **argv);
int command_oil(int argc, char **argv);
int command_eventb(int argc, char **argv);
int command_guide(int argc, char **argv);
int command_xgdl(int argc, char **argv);
int command_timing(int argc, char **argv);
int command_doctor(int argc, char **argv);

#endif
