let last: Promise<unknown> = Promise.resolve();

/** Runs `task` after all earlier tasks have ended, whether or not they failed. */
export function inTurn(task: () => Promise<void>): Promise<void> {
  const next = last.then(task, task);
  last = next.catch(() => undefined);
  return next;
}
