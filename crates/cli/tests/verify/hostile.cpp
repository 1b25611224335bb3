// Adversarial programs; the first argument selects the behaviour.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <sys/types.h>
#include <unistd.h>

void wait_forever() {
  for (;;) pause();
}

// Starts a child that outlives its parent; it calls `away` before it waits.
void leave_behind(void (*away)()) {
  if (fork() == 0) {
    away();
    wait_forever();
  }
}

void own_group() { setpgid(0, 0); }
void own_session() { setsid(); }
void double_fork() {
  if (fork() != 0) _exit(0);
  setsid();
  if (fork() != 0) _exit(0);
}
void deaf() {
  for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
}
void silent() { close(0), close(1), close(2); }

void slow_reader() {
  char byte;
  while (read(0, &byte, 1) == 1) usleep(2000);
}

void flood(int to) {
  static char line[4096];
  memset(line, 'x', sizeof line);
  line[sizeof line - 1] = '\n';
  for (;;)
    if (write(to, line, sizeof line) < 0) wait_forever();
}

void eat_memory() {
  for (;;) {
    void *block = malloc(1 << 20);
    if (!block) abort();
    memset(block, 1, 1 << 20);
  }
}

// A chain of short-lived processes: each forks and exits.
void comet() {
  for (;;) {
    if (fork() != 0) _exit(0);
    usleep(300);
  }
}

int main(int count, char **words) {
  std::string how = count > 1 ? words[1] : "";
  if (how == "waits") wait_forever();
  if (how == "spins") for (volatile int forever = 1; forever;) {}
  if (how == "stops") raise(SIGSTOP), wait_forever();
  if (how == "reads-slowly") slow_reader();
  if (how == "floods") flood(1);
  if (how == "floods-stderr") flood(2);
  if (how == "closes-input") silent();
  if (how == "eats-memory") eat_memory();
  if (how == "is-deaf") deaf(), wait_forever();
  if (how == "leaves-children") {
    leave_behind(own_group);
    leave_behind(own_session);
    leave_behind(double_fork);
    leave_behind(deaf);
    leave_behind(silent);
  }
  if (how == "leaves-children-and-waits") {
    leave_behind(own_session);
    leave_behind(double_fork);
    wait_forever();
  }
  if (how == "leaves-a-comet") leave_behind(comet);
  // No answer is printed.
}
