import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { EntityManager } from '@mikro-orm/postgresql';
import { VIDEO_LIFECYCLE, VideoEvent } from '#libs/contracts';
import { DurableContext, DurableHandler, HandBack } from '#libs/messaging';
import { Inbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { DeliveryWorker } from './delivery-worker.js';
import { FanOut } from './fan-out.js';

/** How long, and how often at most, an event waits for the one before it: about 50 s, then it goes out of order. */
const EARLY_DELAY_MS = 250;
const MAX_EARLY_DELIVERIES = 200;

/** Hears what happens to videos. */
@Controller()
export class VideoEventsController {
  constructor(
    private readonly fanOut: FanOut,
    private readonly worker: DeliveryWorker,
    private readonly inbox: Inbox,
    private readonly em: EntityManager,
    private readonly log: Logger,
  ) {}

  @DurableHandler(VIDEO_LIFECYCLE)
  async take(@Payload() event: VideoEvent, @Ctx() { messageId, deliveryCount }: DurableContext): Promise<void> {
    if (deliveryCount < MAX_EARLY_DELIVERIES && (await this.fanOut.isEarly(event))) throw new HandBack(EARLY_DELAY_MS);
    let deliveries = 0;
    await this.inbox.once(this.em, 'fan-out', messageId, async (tx) => {
      deliveries = await this.fanOut.tell(tx, event);
    });
    if (deliveries > 0) this.worker.kick();
    const { type, org_id, video } = event;
    this.log.info('event.fanned_out', { type, org_id, video_id: video.id, deliveries });
  }
}
