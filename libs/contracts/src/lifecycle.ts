import { IsIn, IsISO8601, IsObject, IsOptional, IsUUID, MaxLength } from 'class-validator';
import { MAX_ADDRESS_CHARACTERS, MAX_TIME_CHARACTERS, MAX_VIDEO_JSON } from './bounds.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerIn } from './is-integer-in.js';
import { IsText } from './is-text.js';
import { durable } from './message.js';
import type { Video } from './videos.js';

export const VIDEO_EVENTS = ['video.started', 'video.finished', 'video.failed'] as const;
export type VideoEventType = (typeof VIDEO_EVENTS)[number];

export const BATCH_EVENTS = ['batch.finished'] as const;
export type BatchEventType = (typeof BATCH_EVENTS)[number];

export const ALERT_EVENTS = ['alert.low_balance'] as const;
export type AlertEventType = (typeof ALERT_EVENTS)[number];

/** The subjects of events with the events of each: together, all events that an endpoint may receive. */
export const SUBJECTS = { video: VIDEO_EVENTS, batch: BATCH_EVENTS, alert: ALERT_EVENTS } as const;
export type Subject = keyof typeof SUBJECTS;
export type WebhookEventType = (typeof SUBJECTS)[Subject][number];
export const WEBHOOK_EVENTS: readonly WebhookEventType[] = Object.values(SUBJECTS).flat();

/** The subject of an event. */
export function subjectOf(type: WebhookEventType): Subject {
  const subjects = Object.keys(SUBJECTS) as Subject[];
  return subjects.find((subject) => SUBJECTS[subject].some((each) => each === type))!;
}

/** An event of an organization. */
export abstract class LifecycleEvent {
  @IsIntegerIn(1)
  schema = 1 as const;

  @IsISO8601()
  @MaxLength(MAX_TIME_CHARACTERS)
  occurred_at: string;

  @IsUUID()
  org_id: string;
}

/** A step in a video's life, published in order per video. `video.failed` covers CANCELED too (see `video.status`). */
export class VideoEvent extends LifecycleEvent {
  @IsIn(VIDEO_EVENTS)
  type: VideoEventType;

  /** Position within its video: 1 for started, 2 for finished and failed. */
  @IsIntegerIn(1)
  sequence: number;

  /** The Video as callers could read it at that instant. */
  @IsObject()
  @HasMaxJson(MAX_VIDEO_JSON)
  video: Video;
}

/** The order to send an event of a video to the address that its request named, too. */
export class VideoCallback extends VideoEvent {
  /** The `webhook_url` of the request. */
  @IsText(MAX_ADDRESS_CHARACTERS)
  url: string;

  /** Sequence of the event that goes to the same address before this one; absent if none does. */
  @IsOptional()
  @IsIntegerIn(1)
  after?: number;
}

/**
 * Callbacks are messages of their own, because a webhooks service that knows none takes the events alone. Their subjects
 * have three tokens, so that consumers of `video.*` do not take them for events.
 */
export const VIDEO_CALLBACK = durable('VIDEO', 'video.callback.video', VideoCallback);

export const VIDEO_STARTED = durable('VIDEO', 'video.started', VideoEvent);
export const VIDEO_FINISHED = durable('VIDEO', 'video.finished', VideoEvent);
export const VIDEO_FAILED = durable('VIDEO', 'video.failed', VideoEvent);
/** The contract of each event of videos. */
export const VIDEO_EVENT_CONTRACTS = {
  'video.started': VIDEO_STARTED,
  'video.finished': VIDEO_FINISHED,
  'video.failed': VIDEO_FAILED,
} as const satisfies Record<VideoEventType, unknown>;
/** The three events of videos, in order for each video. */
export const VIDEO_LIFECYCLE = durable('VIDEO', 'video.*', VideoEvent);
