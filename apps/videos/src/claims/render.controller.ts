import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import {
  type ClaimReply,
  ClaimStep,
  RENDER_RESULT,
  CLAIMS_RPC,
  RENDER_SLOTS,
  RenderResult,
  RenderSlots,
  STEP_HEARTBEAT,
  StepHeartbeat,
} from '#libs/contracts';
import { DurableContext, DurableHandler, LiveHandler, RpcHandler } from '#libs/messaging';
import { VideoUpdatePublisher } from '../videos/video-update-publisher.js';
import { Claims } from './claims.js';
import { Dispatcher } from '../queue/dispatcher.js';
import { Heartbeats } from './heartbeats.js';
import { RenderResults } from '../results/render-results.js';

/** Receives the messages of renderers. */
@Controller()
export class RenderController {
  constructor(
    private readonly claims: Claims,
    private readonly heartbeats: Heartbeats,
    private readonly results: RenderResults,
    private readonly dispatcher: Dispatcher,
    private readonly updates: VideoUpdatePublisher,
  ) {}

  @RpcHandler(CLAIMS_RPC.claim)
  async claim(job: ClaimStep): Promise<ClaimReply> {
    const reply = await this.claims.claim(job);
    this.dispatcher.kick();
    if (reply.granted) this.updates.publish(reply.video_id ?? job.video_id);
    else if (reply.reason === 'terminal') this.updates.publish(job.video_id);
    return reply;
  }

  @DurableHandler(RENDER_RESULT)
  take(@Payload() result: RenderResult, @Ctx() { messageId }: DurableContext): Promise<void> {
    return this.results.take(result, messageId);
  }

  @LiveHandler(STEP_HEARTBEAT)
  renew(heartbeat: StepHeartbeat): void {
    this.heartbeats.take(heartbeat);
  }

  @LiveHandler(RENDER_SLOTS, { everyReplica: true })
  announce(slots: RenderSlots): void {
    this.dispatcher.announce(slots);
  }
}
