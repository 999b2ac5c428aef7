/**
 * Reasons why a message cannot be read. `newer_schema`: its form is of a release that is newer than this process, so
 * another replica may read it, or this one after an upgrade.
 */
export type UnreadableReason = 'not_json' | 'malformed' | 'newer_schema';

/**
 * The delivery at which an unreadable message is rejected; until then it is redelivered, as another replica may be of
 * another release. With the pauses of redelivery the tenth comes after 53 minutes, longer than a rollout takes, and
 * number 150 after a day. No release can read a message that is no JSON.
 */
const LAST_DELIVERY = { not_json: 1, malformed: 10, newer_schema: 150 } as const satisfies Record<
  UnreadableReason,
  number
>;

/** Thrown for a message that does not have the form of its contract, before any handler works on it. */
export class UnreadableMessage extends Error {
  /** @param detail broken rules with names of fields, and never their values; for logs */
  constructor(
    readonly reason: UnreadableReason,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}: ${detail}`, options);
  }

  /** Whether a message that could not be read is given up at this delivery, counted from 1. */
  isFinal(delivery: number): boolean {
    return delivery >= LAST_DELIVERY[this.reason];
  }
}
