import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { CallbackSecret } from '#libs/contracts';
import { EndpointSecrets } from './endpoint-secrets.js';
import { EndpointRow } from './endpoint.entity.js';
import { findEndpoint } from './find-endpoint.js';
import { newSecret, replaceSecret } from './replace-secret.js';
import { toWholeSeconds } from './to-webhook.js';

/** The organization of the hidden endpoints: none, so that no list of webhooks has them. */
const NO_ORG = '00000000-0000-0000-0000-000000000000';
/** Their own address, which does not resolve (RFC 6761 §6.4): every callback has one of its own. */
const NO_ADDRESS = 'https://callbacks.invalid/';

/** The hidden endpoint of each organization's callbacks, whose secret signs them. */
@Injectable()
export class CallbackEndpoints {
  constructor(
    private readonly em: EntityManager,
    private readonly secrets: EndpointSecrets,
  ) {}

  /** The id of an organization's endpoint; creates it with a new secret if it does not exist. */
  async open(orgId: string, tx = this.em.fork()): Promise<string> {
    return (await this.create(tx, orgId, newSecret())) ?? (await findEndpoint(tx, orgId, undefined)).id;
  }

  /**
   * Gives an organization a new secret for its callbacks; the previous one also signs for 24 hours.
   *
   * @throws AppError VALIDATION_ERROR if it already has 10 old secrets that still sign
   */
  async rotateSecret(orgId: string): Promise<CallbackSecret> {
    return this.em.fork().transactional(async (tx) => {
      const first = newSecret();
      if ((await this.create(tx, orgId, first)) !== undefined) return toSecret(first, new Date());
      const endpoint = await findEndpoint(tx, orgId, undefined, LockMode.PESSIMISTIC_WRITE);
      const secret = await replaceSecret(tx, endpoint, this.secrets);
      return toSecret(secret, endpoint.updatedAt);
    });
  }

  /** Creates the endpoint; undefined if it exists. A concurrent creation is waited for. */
  private async create(tx: EntityManager, orgId: string, secret: string): Promise<string | undefined> {
    if ((await tx.count(EndpointRow, { callbacksOf: orgId })) > 0) return undefined;
    const id = randomUUID();
    const [created] = await tx.execute<{ id: string }[]>(
      `INSERT INTO endpoints (id, org_id, url, events, enabled, sealed_secret, callbacks_of)
       VALUES (?, ?, ?, '{}', true, ?, ?) ON CONFLICT (callbacks_of) WHERE callbacks_of IS NOT NULL DO NOTHING RETURNING id`,
      [id, NO_ORG, NO_ADDRESS, this.secrets.seal(secret, id), orgId],
    );
    return created?.id;
  }
}

function toSecret(secret: string, createdAt: Date): CallbackSecret {
  return { secret, created_at: toWholeSeconds(createdAt) };
}
