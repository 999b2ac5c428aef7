import { IsIn, IsISO8601, IsObject, IsUUID, MaxLength } from 'class-validator';
import type { Batch } from './batches.js';
import { MAX_BATCH_JSON, MAX_TIME_CHARACTERS } from './bounds.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerIn } from './is-integer-in.js';
import { BATCH_EVENTS, type BatchEventType } from './lifecycle.js';
import { durable } from './message.js';

/** The end of a batch, published once. */
export class BatchEvent {
  @IsIntegerIn(1)
  schema = 1 as const;

  @IsIn(BATCH_EVENTS)
  type: BatchEventType;

  @IsISO8601()
  @MaxLength(MAX_TIME_CHARACTERS)
  occurred_at: string;

  @IsUUID()
  org_id: string;

  /** The Batch as callers could read it at that instant. */
  @IsObject()
  @HasMaxJson(MAX_BATCH_JSON)
  batch: Batch;
}

/**
 * The message that every video of a batch has ended. It is in the stream of videos, so that its replays and the repair
 * of lost events cover it. Its subject has three tokens, so that consumers of `video.*` do not take it for an event of
 * a video.
 */
export const BATCH_FINISHED = durable('VIDEO', 'video.batch.finished', BatchEvent);
