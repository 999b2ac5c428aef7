/** Undo and redo over one value. Past and future are the whole values, which share what an edit did not touch. */
export interface History<T> {
  readonly past: readonly Step<T>[];
  readonly present: T;
  readonly future: readonly Step<T>[];
  /** The gesture that made `present`, while it continues. */
  readonly gesture: string | null;
}

interface Step<T> {
  readonly value: T;
  /** Name of the change that this step undoes or redoes: "Move headline". */
  readonly label: string;
}

export const MAX_STEPS = 300;

export function historyOf<T>(present: T): History<T> {
  return { past: [], present, future: [], gesture: null };
}

/**
 * `history` after an edit. Edits of one `gesture` (a drag, typing in one field) are a single step of undo. An edit that
 * changes nothing leaves the history as it is.
 */
export function record<T>(history: History<T>, present: T, label: string, gesture: string | null = null): History<T> {
  if (present === history.present) return history;
  if (gesture !== null && gesture === history.gesture) return { ...history, present, future: [] };
  const past = [...history.past, { value: history.present, label }].slice(-MAX_STEPS);
  return { past, present, future: [], gesture };
}

/** Ends the gesture: the next edit is a step of its own, even one of a gesture of the same name. */
export function endGesture<T>(history: History<T>): History<T> {
  return history.gesture === null ? history : { ...history, gesture: null };
}

export function undo<T>(history: History<T>): History<T> {
  const step = history.past.at(-1);
  if (!step) return history;
  const future = [{ value: history.present, label: step.label }, ...history.future];
  return { past: history.past.slice(0, -1), present: step.value, future, gesture: null };
}

export function redo<T>(history: History<T>): History<T> {
  const [step, ...future] = history.future;
  if (!step) return history;
  const past = [...history.past, { value: history.present, label: step.label }];
  return { past, present: step.value, future, gesture: null };
}
