import { type Evidence, judge } from '../kill-campaign/judge.ts';

/** A batch as its caller reads it in the end. */
export interface EndedBatch {
  id: string;
  status: string;
  videos: { total: number; completed: number };
  credits: { total: number; held: number; captured: number };
}

/** A call to the webhook for `batch.finished` with a right signature. */
export interface ReceivedEnd {
  webhookId: string;
  batch: EndedBatch;
}

export interface BatchEvidence extends Evidence {
  /** Rows that were ordered. */
  rows: number;
  acceptedInS: number;
  batch: EndedBatch;
  /** Row numbers of its manifest. */
  manifest: readonly number[];
  ends: readonly ReceivedEnd[];
}

/** Seconds within which a batch of {@link MANY_ROWS} is accepted. */
const ACCEPTED_WITHIN_S = 5;
const MANY_ROWS = 5_000;

/** Every promise that was broken, one sentence each; empty when all held. */
export function judgeBatch(evidence: BatchEvidence): string[] {
  const { rows, acceptedInS, batch, manifest, ends, outcomes } = evidence;
  const broken = judge(evidence);
  const add = (isBroken: boolean, sentence: string) => isBroken && broken.push(sentence);
  add(
    rows <= MANY_ROWS && acceptedInS > ACCEPTED_WITHIN_S,
    `${rows} rows were accepted in ${acceptedInS.toFixed(1)} s`,
  );
  add(outcomes.length !== rows, `${rows} rows became ${outcomes.length} videos`);
  add(batch.status !== 'FINISHED', `the batch is ${batch.status}`);
  const { videos, credits } = batch;
  add(
    videos.total !== rows || videos.completed !== rows,
    `the batch counts ${videos.completed} of ${videos.total} videos`,
  );
  const spent = outcomes.reduce((sum, each) => sum + each.credits, 0);
  add(
    credits.total !== spent || credits.captured !== spent || credits.held !== 0,
    `the batch counts ${credits.captured} of ${credits.total} credits captured and ${credits.held} held, not ${spent}`,
  );
  const isComplete = manifest.length === rows && manifest.every((row, index) => row === index + 1);
  add(!isComplete, `the manifest has ${manifest.length} rows of ${rows}, or not in order`);
  add(ends.length === 0, 'batch.finished was never received');
  add(new Set(ends.map(({ webhookId }) => webhookId)).size > 1, 'batch.finished was sent under several ids');
  for (const end of ends) {
    add(end.batch.id !== batch.id, `batch.finished is about ${end.batch.id}`);
    add(end.batch.videos.completed !== rows, `batch.finished counts ${end.batch.videos.completed} videos`);
  }
  return broken;
}
