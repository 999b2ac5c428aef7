import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Batch, Video } from '#libs/contracts';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKeyRow',
  tableName: 'idempotency_keys',
  properties: {
    orgId: p.uuid().primary(),
    key: p.text().primary(),
    /** Hex SHA-256 of the raw request body. */
    bodySha256: p.text(),
    /** The video, or the batch, of the request. */
    videoId: p.uuid().unique('idempotency_keys_by_video'),
    /** The Video or Batch of the 202 response as it was sent; null until the request's outcome is known. */
    response: p.json<Video | Batch>().columnType('json').nullable().fieldName('answer'),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'idempotency_keys_by_age', properties: ['createdAt'] }],
});

/** An `Idempotency-Key` of `POST /videos`, kept 24 h (docs/api/videos.md). */
export class IdempotencyKeyRow extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKeyRow);
