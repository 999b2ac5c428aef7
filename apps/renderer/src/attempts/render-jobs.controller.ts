import { Controller, type Type } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { CANCEL_RENDER, CancelRender, RENDER_JOB, RenderJob, type Encoder, withToken } from '#libs/contracts';
import { DurableContext, DurableHandler, LiveHandler } from '#libs/messaging';
import { RenderAttempts } from './render-attempts.service.js';

/**
 * Receives jobs for this renderer's encoder, one per free slot, and cancellations. The class is created at start, because
 * only then is it known which encoder works on this machine.
 */
export function renderJobsController(encoder: Encoder, slots: number): Type {
  @Controller()
  class RenderJobsController {
    constructor(private readonly attempts: RenderAttempts) {}

    @DurableHandler(withToken(RENDER_JOB, encoder), { concurrency: slots })
    render(@Payload() job: RenderJob, @Ctx() { messageId }: DurableContext): Promise<void> {
      return this.attempts.take(job, messageId);
    }

    @LiveHandler(CANCEL_RENDER, { everyReplica: true })
    cancel({ video_id }: CancelRender): void {
      this.attempts.cancel(video_id);
    }
  }
  return RenderJobsController;
}
