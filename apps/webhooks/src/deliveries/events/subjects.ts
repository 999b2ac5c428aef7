import {
  Batch,
  LowBalance,
  type Subject,
  subjectOf,
  Video,
  type WebhookDelivery,
  type WebhookEventType,
} from '#libs/contracts';
import type { Shape } from '#libs/template';
import { sampleBatch } from './sample-batch.js';
import { sampleLowBalance } from './sample-low-balance.js';
import { sampleVideo } from './sample-video.js';

/** The data of an event. */
export type EventData = Video | Batch | LowBalance;

interface SubjectFacts {
  readonly shape: Shape<EventData>;
  /** The data of a test delivery. @param type one of the subject's events */
  sample(type: WebhookEventType, id: string, now: Date): EventData;
}

const FACTS: Readonly<Record<Subject, SubjectFacts>> = {
  video: { shape: Video, sample: sampleVideo },
  batch: { shape: Batch, sample: (_type, id, now) => sampleBatch(id, now) },
  alert: { shape: LowBalance, sample: (_type, id, now) => sampleLowBalance(id, now) },
};

/** The facts of the subject of an event. */
export function factsOf(type: WebhookEventType): SubjectFacts {
  return FACTS[subjectOf(type)];
}

/** The ids of subjects that a delivery names. */
type SubjectIds = Pick<WebhookDelivery, `${Subject}_id`>;

/** The id of an event's subject by its name in the API; the other names are null. */
export function subjectIds(type: WebhookEventType, id: string): SubjectIds {
  const subject = subjectOf(type);
  const idOf = (each: Subject) => (subject === each ? id : null);
  return { video_id: idOf('video'), batch_id: idOf('batch'), alert_id: idOf('alert') };
}
