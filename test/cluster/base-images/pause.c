/* Holds a pod's namespaces until it is asked to end, and buries the pod's orphans. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static void end(int signal) { _exit(0); }
static void bury(int signal) { while (waitpid(-1, 0, WNOHANG) > 0); }
int main(void) {
  signal(SIGTERM, end);
  signal(SIGINT, end);
  signal(SIGCHLD, bury);
  for (;;) pause();
}
