/**
 * Resolves when this process is asked to end: Ctrl-C, a signal, or the end of the process that started it. Asking again
 * changes nothing, because one Ctrl-C arrives from the terminal and from npm.
 */
export function endRequest(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    if (process.connected) process.once('disconnect', end);
  });
}
