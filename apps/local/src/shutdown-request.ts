/**
 * Resolves when this process should stop: at Ctrl-C, a signal, or the end of its parent process. Further signals are ignored,
 * because one Ctrl-C arrives twice: from the terminal and from npm.
 */
export function shutdownRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (process.connected) process.once('disconnect', () => resolve());
  });
}
