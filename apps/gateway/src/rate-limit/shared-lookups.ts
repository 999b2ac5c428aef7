import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two lookups, ms. */
const EVERY_MS = 100;
/** Most keys that may wait for their lookup or its result. */
const MAX_KEYS = 1_000;

/**
 * The lookups for addresses that have sent too many invalid keys. All keys that arrive within {@link EVERY_MS} are looked
 * up together: any number of guesses costs the database a few queries a second, and a valid key is still found. A limit by
 * count would be used up by the client that sends most.
 */
@Injectable()
export class SharedLookups {
  private turn?: Promise<void>;
  private keys = 0;

  /** Runs `lookUp` at the next turn; returns undefined without it if too many keys wait. */
  async join<T>(lookUp: () => Promise<T>): Promise<T | undefined> {
    if (this.keys >= MAX_KEYS) return undefined;
    this.keys += 1;
    try {
      await (this.turn ??= this.nextTurn());
      return await lookUp();
    } finally {
      this.keys -= 1;
    }
  }

  private async nextTurn(): Promise<void> {
    await pause(EVERY_MS);
    this.turn = undefined;
  }
}
