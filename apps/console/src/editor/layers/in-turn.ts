let last: Promise<unknown> = Promise.resolve();

/** Runs `task` after all that were given before it have ended. Its failure is its own business. */
export function inTurn(task: () => Promise<void>): Promise<void> {
  const next = last.then(task, task);
  last = next.catch(() => undefined);
  return next;
}
