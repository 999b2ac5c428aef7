import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  LOW_BALANCE_ALERT,
  AlertEvent,
  BATCH_CALLBACK,
  BATCH_FINISHED,
  BatchCallback,
  BatchEvent,
  EVENTS_RPC,
  FindUntakenEvents,
  type UntakenReply,
  VIDEO_CALLBACK,
  VIDEO_LIFECYCLE,
  VideoCallback,
  VideoEvent,
} from '#libs/contracts';
import { Backlog, DurableContext, DurableHandler, HandBack, RpcHandler } from '#libs/messaging';
import { Inbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { DeliveryWorker } from '../queue/delivery-worker.js';
import { FanOut } from './fan-out.js';

/**
 * Pause and number of redeliveries with which an event waits for the one before it: about 50 s in all, then it is
 * delivered out of order.
 */
const EARLY_DELAY_MS = 250;
const MAX_EARLY_DELIVERIES = 200;
/** The inbox's name for the fan-out of an event. */
const EFFECT = 'fan-out';
/** Most waiting messages with which a missing event counts as lost: in a larger backlog it may be waiting. */
const SMALL_BACKLOG = 100;

type Taken = VideoEvent | BatchEvent | AlertEvent | VideoCallback | BatchCallback;

/** Messages that it consumes. */
const TAKEN = [VIDEO_LIFECYCLE, BATCH_FINISHED, LOW_BALANCE_ALERT, VIDEO_CALLBACK, BATCH_CALLBACK];

/** Consumes the events of videos, batches and alerts, and the orders to call back. */
@Controller()
export class EventsController {
  constructor(
    private readonly fanOut: FanOut,
    private readonly worker: DeliveryWorker,
    private readonly inbox: Inbox,
    private readonly em: EntityManager,
    private readonly backlog: Backlog,
    private readonly log: Logger,
  ) {}

  @DurableHandler(VIDEO_LIFECYCLE)
  async take(@Payload() event: VideoEvent, @Ctx() { messageId, deliveryCount }: DurableContext): Promise<void> {
    if (deliveryCount < MAX_EARLY_DELIVERIES && (await this.fanOut.isEarly(event))) throw new HandBack(EARLY_DELAY_MS);
    await this.publish(event, messageId, { video_id: event.video.id });
  }

  @DurableHandler(BATCH_FINISHED)
  async takeBatch(@Payload() event: BatchEvent, @Ctx() { messageId }: DurableContext): Promise<void> {
    await this.publish(event, messageId, { batch_id: event.batch.id });
  }

  @DurableHandler(LOW_BALANCE_ALERT)
  async takeAlert(@Payload() event: AlertEvent, @Ctx() { messageId }: DurableContext): Promise<void> {
    await this.publish(event, messageId, { alert_id: event.alert.id });
  }

  @DurableHandler(VIDEO_CALLBACK)
  async takeCallback(@Payload() event: VideoCallback, @Ctx() context: DurableContext): Promise<void> {
    if (context.deliveryCount < MAX_EARLY_DELIVERIES && (await this.fanOut.isEarlyCallback(event))) {
      throw new HandBack(EARLY_DELAY_MS);
    }
    await this.publish(event, context.messageId, { video_id: event.video.id, callback: true });
  }

  @DurableHandler(BATCH_CALLBACK)
  async takeBatchCallback(@Payload() event: BatchCallback, @Ctx() { messageId }: DurableContext): Promise<void> {
    await this.publish(event, messageId, { batch_id: event.batch.id, callback: true });
  }

  @RpcHandler(EVENTS_RPC.untaken)
  async findUntaken(@Payload() { message_ids }: FindUntakenEvents): Promise<UntakenReply> {
    const backlogs = await Promise.all(TAKEN.map((events) => this.backlog.of(events)));
    const isCaughtUp = backlogs.every((backlog) => backlog < SMALL_BACKLOG);
    const untaken = await this.inbox.untaken(this.em.fork(), EFFECT, message_ids);
    return { caught_up: isCaughtUp, message_ids: untaken };
  }

  private async publish(event: Taken, messageId: string, about: object): Promise<void> {
    let deliveries = 0;
    await this.inbox.once(this.em, EFFECT, messageId, async (tx) => {
      deliveries = await ('url' in event ? this.fanOut.callBack(tx, event) : this.fanOut.record(tx, event));
    });
    if (deliveries > 0) this.worker.kick();
    const { type, org_id } = event;
    this.log.info('event.fanned_out', { type, org_id, ...about, deliveries });
  }
}
