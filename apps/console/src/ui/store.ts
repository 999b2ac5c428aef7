import { useRef, useSyncExternalStore } from 'react';

/** A value that changes by functions from one value to the next. Listeners are called after every change. */
export class Store<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  readonly value = (): T => this.#value;

  readonly change = (step: (value: T) => T): void => {
    const next = step(this.#value);
    if (next === this.#value) return;
    this.#value = next;
    for (const listener of this.#listeners) listener();
  };

  /** @returns a function that ends the subscription */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/**
 * The part of a store's value that `select` returns. The component is drawn again when the part is not the same as
 * before; a part that is the same keeps its identity.
 */
export function useStored<T, Part>(
  store: Store<T>,
  select: (value: T) => Part,
  isSame: (one: Part, other: Part) => boolean = Object.is,
): Part {
  const kept = useRef<{ readonly part: Part }>(null);
  return useSyncExternalStore(store.subscribe, () => {
    const part = select(store.value());
    if (!kept.current || !isSame(kept.current.part, part)) kept.current = { part };
    return kept.current.part;
  });
}
