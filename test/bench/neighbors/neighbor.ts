import { setTimeout as delay } from 'node:timers/promises';
import { eventually, type Receiver, type TestSystem } from '#libs/testing';
import type { CustomerRequest } from '../../e2e/customer-requests.ts';
import type { Customer } from '../../e2e/new-customer.ts';
import { sendAs } from '../../e2e/send-as.ts';

/** Pause of a caller between two requests. */
const PAUSE_MS = 30;
const CALLERS = 2;
const VIDEO_EVERY_MS = 3_000;
const PATIENCE = { timeoutMs: 180_000, everyMs: 500 };

/** Observations of a neighbor during some time. */
export interface Observation {
  /** Durations of the requests of each kind, ms. */
  readonly latenciesMs: ReadonlyMap<string, readonly number[]>;
  /** Time for which each video waited for a renderer, ms. */
  readonly waitsMs: readonly number[];
  /** Time from the end of each video to its webhook, ms. */
  readonly deliveriesMs: readonly number[];
  /** Answers that differ from those that the neighbor gets without a push, one sentence each. */
  readonly failures: readonly string[];
}

interface VideoTimes {
  status: string;
  waited: number;
  finished_at: Date;
}

/** An organization that uses every endpoint now and then, and measures the time that this takes. */
export class Neighbor {
  private readonly system: TestSystem;
  private readonly customer: Customer;
  private readonly receiver: Receiver;

  constructor(system: TestSystem, customer: Customer, receiver: Receiver) {
    this.system = system;
    this.customer = customer;
    this.receiver = receiver;
  }

  /** Sends requests for `seconds`, and waits until the webhooks of all videos made meanwhile have come. */
  async observe(seconds: number): Promise<Observation> {
    const timed: { kind: string; ms: number }[] = [];
    const failures: string[] = [];
    const over = AbortSignal.timeout(1_000 * seconds);
    const requests = this.customer.requests.filter(({ isEndless }) => !isEndless);
    let next = 0;
    const caller = async (): Promise<void> => {
      while (!over.aborted) {
        const request = requests[(next += 1) % requests.length]!;
        const ms = await this.send(request, failures);
        timed.push({ kind: request.kind, ms });
        await delay(PAUSE_MS);
      }
    };
    const since = new Date();
    const orders = async (): Promise<void> => {
      while (!over.aborted) {
        await this.send(this.customer.createVideo, failures);
        await delay(VIDEO_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
      }
    };
    await Promise.all([...Array.from({ length: CALLERS }, caller), orders()]);
    const latenciesMs = new Map(
      [...Map.groupBy(timed, ({ kind }) => kind)].map(([kind, each]) => [kind, each.map(({ ms }) => ms)]),
    );
    return { latenciesMs, failures, ...(await this.endsOfVideos(since)) };
  }

  /** @returns how long it took, ms */
  private async send(request: CustomerRequest, failures: string[]): Promise<number> {
    const origin = new URL(this.system.baseUrl).origin;
    const { status, ms } = await sendAs('patient', request, { origin, leaveAfterMs: 0 });
    if (status !== request.status) failures.push(`${request.kind}: ${status ?? 'no response'}`);
    return ms;
  }

  private async endsOfVideos(since: Date): Promise<Pick<Observation, 'waitsMs' | 'deliveriesMs'>> {
    const template = (JSON.parse(this.customer.createVideo.body.toString()) as { template_id: string }).template_id;
    return eventually(async () => {
      const videos = await this.system.query<VideoTimes & { id: string }>(
        'videos',
        `SELECT id, status, finished_at, extract(epoch FROM started_at - created_at)::float8 * 1000 AS waited
         FROM videos WHERE template_id = $1 AND created_at >= $2`,
        [template, since],
      );
      const notified = new Map(this.receiver.calls.map(({ body, receivedAt }) => [finishedVideoOf(body), receivedAt]));
      const open = videos.filter(({ id, status }) => status !== 'COMPLETED' || !notified.has(id));
      if (open.length > 0) throw new Error(`${open.length} videos have not ended: ${open[0]!.status}`);
      return {
        waitsMs: videos.map(({ waited }) => waited),
        deliveriesMs: videos.map(({ id, finished_at }) => notified.get(id)!.getTime() - finished_at.getTime()),
      };
    }, PATIENCE);
  }
}

/** The id of the video whose end a call reports; null for another call. */
function finishedVideoOf(body: string): string | null {
  const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
  return type === 'video.finished' ? data.id : null;
}
