import { IsIn, IsObject, IsOptional } from 'class-validator';
import type { Batch } from './batches.js';
import { MAX_ADDRESS_CHARACTERS, MAX_BATCH_JSON } from './bounds.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerIn } from './is-integer-in.js';
import { IsText } from './is-text.js';
import { BATCH_EVENTS, type BatchEventType, LifecycleEvent } from './lifecycle.js';
import { durable } from './message.js';

/** The end of a batch, published once; again when a correction has ended that it got afterwards. */
export class BatchEvent extends LifecycleEvent {
  @IsIn(BATCH_EVENTS)
  type: BatchEventType;

  /** Counts the ends of a batch upwards. Absent of one without corrections: 1. */
  @IsOptional()
  @IsIntegerIn(1)
  sequence?: number;

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

/** The order to send the event to the address that the batch's request named, too. */
export class BatchCallback extends BatchEvent {
  /** The `webhook_url` of the request. */
  @IsText(MAX_ADDRESS_CHARACTERS)
  url: string;
}

export const BATCH_CALLBACK = durable('VIDEO', 'video.callback.batch', BatchCallback);
