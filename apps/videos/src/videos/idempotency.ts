import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError, type Batch, type CreateVideo, type Video } from '#libs/contracts';
import { IdempotencyKeyRow } from './idempotency-key.entity.js';

/** Time for which a key is valid, ms (docs/api/videos.md). */
export const IDEMPOTENCY_KEY_LIFE_MS = 24 * 60 * 60_000;

/** Time for which a request waits for the outcome of another with its key, ms: less than its own client waits. */
const WAIT_MS = 13_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** A request's key, its organization and its body. */
export interface IdempotencyClaim {
  orgId: string;
  key: string;
  /** Hex SHA-256 of the raw request body. */
  bodySha256: string;
}

/** The key that a request claims; undefined for one without an `Idempotency-Key`. */
export function claimOf(request: CreateVideo): IdempotencyClaim | undefined {
  if (request.idempotency_key === undefined) return undefined;
  return { orgId: request.org_id, key: request.idempotency_key, bodySha256: request.body_sha256 };
}

/** Finds the response of an earlier request with the same key. */
@Injectable()
export class Idempotency {
  constructor(private readonly em: EntityManager) {}

  /**
   * The response to the first request with this key; waits while that request is in progress. Null if the key is free.
   *
   * @throws AppError VALIDATION_ERROR if the key was sent with another body, INTERNAL_SERVER_ERROR after too long a wait
   */
  async earlierResponse<Resource extends Video | Batch = Video>(claim: IdempotencyClaim): Promise<Resource | null> {
    const deadline = Date.now() + WAIT_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      const held = await this.find(claim);
      if (!held) return null;
      if (held.bodySha256 !== claim.bodySha256) throw reusedWithAnotherBody(claim.key);
      if (held.response) return held.response as Resource; // an equal hash means the same kind of response
      if (Date.now() > deadline) {
        throw new AppError('INTERNAL_SERVER_ERROR', {
          detail: 'the first request is still in progress',
          retryAfterS: 1,
        });
      }
      await pause(pauseMs);
    }
  }

  private find({ orgId, key }: IdempotencyClaim): Promise<IdempotencyKeyRow | null> {
    return this.em.fork().findOne(IdempotencyKeyRow, { orgId, key, createdAt: { $gte: oldest() } });
  }
}

function oldest(): Date {
  return new Date(Date.now() - IDEMPOTENCY_KEY_LIFE_MS);
}

function reusedWithAnotherBody(key: string): AppError {
  const message = 'the Idempotency-Key was already used with another request body';
  return new AppError('VALIDATION_ERROR', {
    details: [{ field: 'Idempotency-Key', code: 'INVALID_VALUE', message, value: key }],
  });
}
