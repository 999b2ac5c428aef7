import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  AppError,
  type Balance,
  BATCH_FINISHED,
  BatchEvent,
  CANCEL_RENDER,
  CancelRender,
  CREDITS_RPC,
  DrawStill,
  type FetchedRows,
  FetchRows,
  GetBalance,
  HoldCredits,
  HoldCreditsTogether,
  type HoldReply,
  InspectDocument,
  type Inspection,
  type MeasuredFile,
  type MeasuredFiles,
  MeasureFiles,
  type VideoExplanation,
  ListOpenHolds,
  type OpenHold,
  ReleaseCredits,
  type ReleaseReply,
  RENDER_JOB,
  RENDERER_RPC,
  type RenderFault,
  RenderJob,
  type Still,
  VIDEO_LIFECYCLE,
  VIDEO_UPDATE,
  VideoEvent,
  VideoUpdate,
} from '#libs/contracts';
import { DurableHandler, LiveHandler, MessagingModule, RpcHandler } from '#libs/messaging';
import type { Warning } from '#libs/template';

/** A minimal credits service: one balance, holds by id. */
@Injectable()
export class Ledger {
  readonly holds = new Map<string, { orgId: string; amount: number; state: 'held' | 'captured' | 'released' }>();
  balance = 1_000_000;
  /** Number of replies to the next holds that are lost, although the credits are held. */
  lostReplies = 0;
  /** Whether it lists the open holds. */
  listsHolds = true;
  /** Called when credits are held, before the reply. */
  onHold: () => void = () => undefined;

  /** Ids of the holds an organization has in this state. */
  ids(orgId: string, state: 'held' | 'captured' | 'released'): string[] {
    return [...this.holds].filter(([, hold]) => hold.orgId === orgId && hold.state === state).map(([id]) => id);
  }
}

@Controller()
class CreditsResponder {
  constructor(private readonly ledger: Ledger) {}

  @RpcHandler(CREDITS_RPC.balance)
  available(_of: GetBalance): Balance {
    return { available: this.ledger.balance, held: 0 };
  }

  @RpcHandler(CREDITS_RPC.hold)
  async hold({ org_id, hold_id, amount }: HoldCredits): Promise<HoldReply> {
    const earlier = this.ledger.holds.get(hold_id);
    if (earlier) return { outcome: earlier.state === 'released' ? 'released' : 'held' };
    if (amount > this.ledger.balance) {
      return { outcome: 'insufficient', required: amount, available: this.ledger.balance };
    }
    this.ledger.balance -= amount;
    this.ledger.holds.set(hold_id, { orgId: org_id, amount, state: 'held' });
    this.ledger.onHold();
    await this.loseReply(CREDITS_RPC.hold.timeoutMs);
    return { outcome: 'held' };
  }

  @RpcHandler(CREDITS_RPC.holdTogether)
  async holdTogether({ org_id: orgId, hold_ids: ids, amounts }: HoldCreditsTogether): Promise<HoldReply> {
    const required = amounts.reduce((sum, amount) => sum + amount, 0);
    if (ids.every((id) => this.ledger.holds.has(id))) return { outcome: 'held' };
    if (required > this.ledger.balance) return { outcome: 'insufficient', required, available: this.ledger.balance };
    this.ledger.balance -= required;
    for (const [n, id] of ids.entries()) this.ledger.holds.set(id, { orgId, amount: amounts[n]!, state: 'held' });
    await this.loseReply(CREDITS_RPC.holdTogether.timeoutMs);
    return { outcome: 'held' };
  }

  @RpcHandler(CREDITS_RPC.release)
  release({ org_id, hold_id }: ReleaseCredits): ReleaseReply {
    const hold = this.ledger.holds.get(hold_id) ?? { orgId: org_id, amount: 0, state: 'held' };
    if (hold.state === 'captured') return { outcome: 'captured' };
    if (hold.state === 'held') this.ledger.balance += hold.amount;
    this.ledger.holds.set(hold_id, { ...hold, state: 'released' });
    return { outcome: 'released' };
  }

  @RpcHandler(CREDITS_RPC.capture)
  capture({ hold_id }: ReleaseCredits): { outcome: 'captured' | 'released' | 'unknown' } {
    const hold = this.ledger.holds.get(hold_id);
    if (!hold) return { outcome: 'unknown' };
    if (hold.state === 'held') hold.state = 'captured';
    return { outcome: hold.state };
  }

  private async loseReply(timeoutMs: number): Promise<void> {
    if (this.ledger.lostReplies === 0) return;
    this.ledger.lostReplies -= 1;
    await new Promise((resolve) => setTimeout(resolve, timeoutMs + 500).unref());
  }

  /** Lists the open holds. Holds have no age here, so every open one counts as old. */
  @RpcHandler(CREDITS_RPC.openHolds)
  openHolds({ limit, after }: ListOpenHolds): OpenHold[] {
    if (!this.ledger.listsHolds) throw new AppError('INTERNAL_SERVER_ERROR');
    const holds = [...this.ledger.holds];
    return holds
      .slice(holds.findIndex(([id]) => id === after) + 1)
      .filter(([, hold]) => hold.state === 'held')
      .slice(0, limit)
      .map(([hold_id, { orgId, amount }]) => ({ org_id: orgId, hold_id, amount }));
  }
}

/** A renderer's replies to requests about documents. */
@Injectable()
export class Engine {
  readonly stills: DrawStill[] = [];
  readonly inspected: InspectDocument[] = [];
  /** CSV files by their URL. */
  readonly files = new Map<string, string>();
  faults: RenderFault[] = [];
  warnings: Warning[] = [];
  /** The explanation given to a request that asks for one. */
  explanation: VideoExplanation | undefined;
  refusal: AppError | undefined;
  /** Lengths of files by their URL, s; any other file cannot be had. */
  readonly lengths = new Map<string, number>();
  /** Called while files are measured. */
  measuring: () => Promise<void> = () => Promise.resolve();
  /** Whether its replies come after the timeout. */
  isSilent = false;
}

@Controller()
class EngineResponder {
  constructor(private readonly engine: Engine) {}

  @RpcHandler(RENDERER_RPC.still)
  still(order: DrawStill): Still {
    this.engine.stills.push(order);
    if (this.engine.refusal) throw this.engine.refusal;
    return { key: `stills/${this.engine.stills.length}.png` };
  }

  @RpcHandler(RENDERER_RPC.rows)
  rows({ url }: FetchRows): FetchedRows {
    if (this.engine.refusal) throw this.engine.refusal;
    const text = this.engine.files.get(url);
    if (text !== undefined) return { text };
    const details = [{ field: 'csv_url', code: 'INVALID_VALUE', message: 'it answered 404', value: url }] as const;
    throw new AppError('VALIDATION_ERROR', { details });
  }

  @RpcHandler(RENDERER_RPC.measure)
  async measure({ files }: MeasureFiles): Promise<MeasuredFiles> {
    if (this.engine.refusal) throw this.engine.refusal;
    await this.engine.measuring();
    const lengthOf = (url: string): MeasuredFile => {
      const seconds = this.engine.lengths.get(url);
      return seconds === undefined ? { failure: 'unavailable', reason: 'it answered 404' } : { seconds };
    };
    return { files: files.map(({ url }) => lengthOf(url)) };
  }

  @RpcHandler(RENDERER_RPC.inspect)
  async inspect(request: InspectDocument): Promise<Inspection> {
    this.engine.inspected.push(request);
    if (this.engine.refusal) throw this.engine.refusal;
    if (this.engine.isSilent) await pause(RENDERER_RPC.inspect.timeoutMs + 500, undefined, { ref: false });
    const { faults, warnings, explanation } = this.engine;
    return { faults, warnings, ...(request.explain && explanation && { explanation }) };
  }
}

/** Everything the videos service has published, in the order received. */
@Injectable()
export class ReceivedMessages {
  readonly jobs: RenderJob[] = [];
  readonly events: VideoEvent[] = [];
  readonly batchEvents: BatchEvent[] = [];
  readonly cancellations: string[] = [];
  readonly updates: VideoUpdate[] = [];

  /** The events of one video, as `type status`. */
  eventsOf(videoId: string): string[] {
    return this.events.filter(({ video }) => video.id === videoId).map(({ type, video }) => `${type} ${video.status}`);
  }

  /** Number of times that a video's job has arrived. */
  jobsOf(videoId: string): number {
    return this.jobs.filter((job) => job.video_id === videoId).length;
  }
}

@Controller()
class MessageRecorder {
  constructor(private readonly received: ReceivedMessages) {}

  @DurableHandler(RENDER_JOB)
  job(@Payload() job: RenderJob): void {
    this.received.jobs.push(job);
  }

  @DurableHandler(VIDEO_LIFECYCLE, { concurrency: 1 })
  event(@Payload() event: VideoEvent): void {
    this.received.events.push(event);
  }

  @DurableHandler(BATCH_FINISHED, { concurrency: 1 })
  batchEvent(@Payload() event: BatchEvent): void {
    this.received.batchEvents.push(event);
  }

  @LiveHandler(CANCEL_RENDER)
  cancel({ video_id }: CancelRender): void {
    this.received.cancellations.push(video_id);
  }

  @LiveHandler(VIDEO_UPDATE)
  update(@Payload() update: VideoUpdate): void {
    this.received.updates.push(update);
  }
}

/** The services around the videos service: a ledger, a renderer for stills, and a consumer of every message. */
@Module({
  imports: [MessagingModule.forStandIn('outside')],
  controllers: [CreditsResponder, EngineResponder, MessageRecorder],
  providers: [Ledger, Engine, ReceivedMessages],
})
export class OutsideWorld {}
