import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';

/** Between two lookups, ms. */
const EVERY_MS = 100;
/** Keys that may wait for their lookup or for its answer. */
const MAX_KEYS = 1_000;

/**
 * The lookups of addresses that have used up their bad keys: all keys that come within {@link EVERY_MS} are looked up
 * together, so that however many are guessed the database is asked a few times a second; and a key that is right has its
 * answer among them. A limit by count would be used up by whoever asks most.
 */
@Injectable()
export class SharedLookups {
  private turn?: Promise<void>;
  private keys = 0;

  /** Carries out `lookUp` at the next turn, or nothing (undefined) when too many keys wait. */
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
