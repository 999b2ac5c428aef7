import type { CheckedKinds } from '#libs/encode';

/** Most kinds that are kept, so that the settings of a process stay small. */
const MAX_KINDS = 500;
/** Most characters of a kind. A slot's process is not trusted, so longer texts are ignored. */
const MAX_LENGTH = 100;

/** Numbers of videos that the processes of all slots have checked, by their kind. Processes that start continue from them. */
export class KindsOfSlots {
  /** The kind that was met last is the last one. */
  private readonly numbers = new Map<string, number>();

  get all(): CheckedKinds {
    return Object.fromEntries(this.numbers);
  }

  /** Counts a video, and forgets the kind that was not met for longest if there are too many. */
  count(kind: string): void {
    if (kind.length > MAX_LENGTH) return;
    const number = this.numbers.get(kind) ?? 0;
    this.numbers.delete(kind);
    this.numbers.set(kind, number + 1);
    if (this.numbers.size > MAX_KINDS) this.numbers.delete(this.numbers.keys().next().value!);
  }
}
