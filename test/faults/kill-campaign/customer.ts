import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, type Video, unwrap } from '#libs/client';
import { eventually, type Receiver, type TestSystem } from '#libs/testing';
import { balance } from '../../e2e/steps.ts';
import { type Balance, type Evidence, judge, type Outcome, type ReceivedEvent } from './judge.ts';

/** Most videos that are open at a time: few, so that kills meet videos in every state. */
const OPEN_AT_ONCE = 60;
/** Time for which the caller keeps reading while services die and come back. */
const PATIENCE = { timeoutMs: 300_000, everyMs: 250 };
const READ_AT_ONCE = 16;

/** A caller who repeats each request until it is answered, as a careful customer's program does. */
export class Customer {
  private readonly videos: { id: string; canceled: boolean }[] = [];
  private readonly open = new Set<string>();
  private readonly cancels: Promise<void>[] = [];
  private done = false;

  private readonly system: TestSystem;
  private readonly receiver: Receiver;
  private readonly account: { secret: string; template: string };

  constructor(system: TestSystem, receiver: Receiver, account: { secret: string; template: string }) {
    this.system = system;
    this.receiver = receiver;
    this.account = account;
  }

  get accepted(): number {
    return this.videos.length;
  }

  /** Makes all videos, a few at a time, and cancels the chosen ones. */
  async order(count: number, cancelAfterMs: ReadonlyMap<number, number>): Promise<void> {
    const watching = this.forgetEnded();
    for (let index = 0; index < count; index++) {
      while (this.open.size >= OPEN_AT_ONCE) await delay(50);
      const { id } = await this.repeat((client) => this.create(client, index));
      const video = { id, canceled: false };
      this.videos.push(video);
      this.open.add(id);
      const afterMs = cancelAfterMs.get(index);
      if (afterMs !== undefined) this.cancels.push(this.cancel(video, afterMs));
    }
    await Promise.all(this.cancels);
    this.done = true;
    await watching;
  }

  /** Waits until no promise is broken, or the time is over; returns what the caller knows then. */
  async untilSettled(before: Balance, timeoutMs: number): Promise<Evidence> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const evidence = await this.evidence(before);
      if (judge(evidence).length === 0 || Date.now() > deadline) return evidence;
      await delay(2_000);
    }
  }

  private create(client: ApiClient, index: number): Promise<Video> {
    return unwrap(
      client.POST('/videos', {
        params: { header: { 'Idempotency-Key': `campaign-${index}` } },
        body: { template_id: this.account.template, format: 'mp4' },
      }),
    );
  }

  private async cancel(video: { id: string; canceled: boolean }, afterMs: number): Promise<void> {
    await delay(afterMs);
    video.canceled = true;
    await this.repeat((client) => unwrap(client.POST('/videos/{id}/cancel', { params: { path: { id: video.id } } })));
  }

  private async forgetEnded(): Promise<void> {
    while (!this.done) {
      const page = await this.repeat((client) =>
        unwrap(client.GET('/videos', { params: { query: { status: 'PROCESSING', limit: 100 } } })),
      );
      const processing = new Set(page.data.map(({ id }) => id));
      for (const id of this.open) if (!processing.has(id)) this.open.delete(id);
      await delay(200);
    }
  }

  private async evidence(before: Balance): Promise<Evidence> {
    const outcomes: Outcome[] = [];
    for (let index = 0; index < this.videos.length; index += READ_AT_ONCE) {
      const some = this.videos.slice(index, index + READ_AT_ONCE);
      outcomes.push(...(await Promise.all(some.map((video) => this.outcomeOf(video)))));
    }
    const list = await this.repeat((client) => unwrap(client.GET('/videos', { params: { query: { limit: 1 } } })));
    const after = await eventually(() => balance(this.system), PATIENCE);
    return { outcomes, received: this.received(), listed: list.pagination.total, before, after };
  }

  private async outcomeOf({ id, canceled }: { id: string; canceled: boolean }): Promise<Outcome> {
    const video = await this.repeat((client) => unwrap(client.GET('/videos/{id}', { params: { path: { id } } })));
    const file = video.status === 'COMPLETED' ? await fetch(video.video_url, { method: 'HEAD' }) : undefined;
    return {
      id,
      status: video.status,
      credits: video.credits,
      error: video.error && `${video.error.code}: ${video.error.message}`,
      file: file ? { status: file.status, bytes: Number(file.headers.get('content-length')) } : null,
      fileSize: video.file_size,
      canceledByCaller: canceled,
    };
  }

  private received(): ReceivedEvent[] {
    return this.receiver.signed(this.account.secret).map(({ webhookId, event }) => ({
      webhookId,
      type: event.type,
      videoId: event.data.id,
      status: event.data.status,
    }));
  }

  private async repeat<T>(ask: (client: ApiClient) => Promise<T>): Promise<T> {
    const { answer } = await eventually(async () => ({ answer: await ask(this.system.client) }), PATIENCE);
    return answer;
  }
}
