import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#libs/contracts';
import { formatWebhookSecret } from '#libs/signing';
import type { Fault } from '#libs/template';
import type { EndpointSecrets } from './endpoint-secrets.js';
import type { EndpointRow } from './endpoint.entity.js';
import { RetiredSecretRow } from './retired-secret.entity.js';

const SECRET_BYTES = 32;
const MAX_RETIRED_SECRETS = 10;
const OLD_SECRET_LIFE = '24 hours';

/** A new signing secret, as callers see it. */
export function newSecret(): string {
  return formatWebhookSecret(randomBytes(SECRET_BYTES));
}

/**
 * Gives an endpoint, whose row `tx` has locked, a new secret; the previous one also signs for 24 hours.
 *
 * @returns the new secret
 * @throws AppError VALIDATION_ERROR if the endpoint already has 10 old secrets that still sign
 */
export async function replaceSecret(
  tx: EntityManager,
  endpoint: EndpointRow,
  secrets: EndpointSecrets,
): Promise<string> {
  const { id } = endpoint;
  await tx.execute(`DELETE FROM retired_secrets WHERE endpoint_id = ? AND expires_at <= now()`, [id]);
  if ((await tx.count(RetiredSecretRow, { endpoint: id })) >= MAX_RETIRED_SECRETS) throw tooManyRotations();
  await tx.execute(
    `INSERT INTO retired_secrets (id, endpoint_id, sealed_secret, expires_at)
     SELECT ?, id, sealed_secret, now() + interval '${OLD_SECRET_LIFE}' FROM endpoints WHERE id = ?`,
    [randomUUID(), id],
  );
  const secret = newSecret();
  tx.assign(endpoint, { sealedSecret: secrets.seal(secret, id), updatedAt: new Date() });
  return secret;
}

function tooManyRotations(): AppError {
  const message = `the secret was rotated ${MAX_RETIRED_SECRETS} times in the last ${OLD_SECRET_LIFE}`;
  const fault: Fault = { field: 'body', code: 'VALUE_TOO_LARGE', message, value: null };
  return new AppError('VALIDATION_ERROR', { details: [fault] });
}
