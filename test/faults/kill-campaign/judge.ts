/** The end of one video as its caller saw it. */
export interface Outcome {
  id: string;
  status: string;
  credits: number;
  error: string | null;
  /** The answer for its file; null where the video was not completed. */
  file: { status: number; bytes: number } | null;
  fileSize: number | null;
  canceledByCaller: boolean;
}

/** One call to the caller's webhook with a right signature, oldest first. */
export interface ReceivedEvent {
  webhookId: string;
  type: string;
  videoId: string;
  status: string;
}

export interface Evidence {
  outcomes: readonly Outcome[];
  received: readonly ReceivedEvent[];
  /** Number of videos in the list. */
  listed: number;
  before: Balance;
  after: Balance;
}

export interface Balance {
  available: number;
  held: number;
}

/** Every promise that was broken, one sentence each; empty when all held. */
export function judge(evidence: Evidence): string[] {
  const { outcomes, received, listed, before, after } = evidence;
  const eventsOf = Map.groupBy(received, ({ videoId }) => videoId);
  const broken = outcomes.flatMap((outcome) => [
    ...judgeVideo(outcome),
    ...judgeEvents(outcome, eventsOf.get(outcome.id)),
  ]);
  if (listed !== outcomes.length) broken.push(`${outcomes.length} videos were accepted, ${listed} are listed`);
  const known = new Set(outcomes.map(({ id }) => id));
  for (const id of eventsOf.keys()) if (!known.has(id)) broken.push(`${id} was never accepted, but announced`);
  const spent = outcomes.reduce((sum, { status, credits }) => sum + (status === 'COMPLETED' ? credits : 0), 0);
  if (after.held !== 0) broken.push(`${after.held} credits are still held`);
  if (after.available !== before.available - spent) {
    broken.push(`the balance is ${after.available} instead of ${before.available} - ${spent}`);
  }
  return broken;
}

function judgeVideo({ id, status, error, file, fileSize, canceledByCaller }: Outcome): string[] {
  if (status === 'CANCELED') return canceledByCaller ? [] : [`${id} is CANCELED, but no caller canceled it`];
  if (status !== 'COMPLETED') return [`${id} is ${status} (${error ?? 'no error'})`];
  if (file?.status !== 200) return [`${id}: its file is answered ${file?.status ?? 'not at all'}`];
  return file.bytes === fileSize ? [] : [`${id}: its file has ${file.bytes} bytes instead of ${fileSize}`];
}

/** Judges the events of a video: at least once, in order, the same id on every attempt, and exactly one kind of end. */
function judgeEvents({ id, status }: Outcome, received: readonly ReceivedEvent[] = []): string[] {
  const end = status === 'COMPLETED' ? 'video.finished' : 'video.failed';
  const types = received.map(({ type }) => type);
  const broken: string[] = [];
  if (!types.includes(end)) broken.push(`${id} is ${status}, but ${end} was never received`);
  if (status === 'COMPLETED' && !types.includes('video.started'))
    broken.push(`${id}: video.started was never received`);
  if (types.includes('video.finished') && types.includes('video.failed')) broken.push(`${id} was announced both ways`);
  if (types.includes('video.started') && types.indexOf('video.started') > types.indexOf(end)) {
    broken.push(`${id}: ${end} was received before video.started`);
  }
  for (const [type, calls] of Map.groupBy(received, (call) => call.type)) {
    const ids = new Set(calls.map(({ webhookId }) => webhookId)).size;
    if (ids > 1) broken.push(`${id}: ${type} was sent under ${ids} ids`);
  }
  return broken;
}
