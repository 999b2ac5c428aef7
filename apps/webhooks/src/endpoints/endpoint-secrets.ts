import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { markOf, openSecret, sealSecret } from '#libs/signing';
import { WebhooksConfig } from '../webhooks.config.js';

const NONCE_BYTES = 12;

/** Seals and opens the signing secrets of endpoints with the configured keys. */
@Injectable()
export class EndpointSecrets {
  private readonly keys: [Buffer, ...Buffer[]];

  constructor(config: WebhooksConfig) {
    this.keys = config.secretKeys;
  }

  /**
   * The prefix of newly sealed secrets while several keys are configured. Null with one key, so that older versions, which
   * know no marks, can open the secrets.
   */
  get currentMark(): Buffer | null {
    return this.keys.length > 1 ? markOf(this.keys[0]) : null;
  }

  seal(secret: string, endpointId: string): Buffer {
    const context = { key: this.keys[0], owner: endpointId, marksKey: this.currentMark !== null };
    return sealSecret(secret, context, randomBytes(NONCE_BYTES));
  }

  /** @throws Error if none of the keys opens it */
  open(sealed: Uint8Array, endpointId: string): string {
    return openSecret(sealed, { keys: this.keys, owner: endpointId });
  }
}
