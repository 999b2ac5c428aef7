import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { EntityManager } from '@mikro-orm/postgresql';
import { VIDEO_FAILED, VIDEO_FINISHED, VideoEvent } from '#libs/contracts';
import { DurableContext, DurableHandler } from '#libs/messaging';
import { Inbox } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import { ledgerConflicts } from '../credits.metrics.js';
import { LedgerService, type Settlement } from './ledger.service.js';

/** Settles a video's hold when the video ends: spent when it finished, returned when it failed or was canceled. */
@Controller()
export class SettlementController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly inbox: Inbox,
    private readonly em: EntityManager,
    private readonly log: Logger,
  ) {}

  @DurableHandler(VIDEO_FINISHED)
  async finished(@Payload() { org_id, video }: VideoEvent, @Ctx() { messageId }: DurableContext): Promise<void> {
    const hold = { org_id, hold_id: video.id };
    let outcome: Settlement | 'repeated' = 'repeated';
    await this.inbox.once(this.em.fork(), 'capture', messageId, async (em) => {
      outcome = await this.ledger.capture(em, hold);
    });
    this.report('credits.capture', { ...hold, outcome }, ['captured', 'repeated']);
  }

  @DurableHandler(VIDEO_FAILED)
  async failed(@Payload() { org_id, video }: VideoEvent, @Ctx() { messageId }: DurableContext): Promise<void> {
    const hold = { org_id, hold_id: video.id };
    let outcome: Settlement | 'repeated' = 'repeated';
    await this.inbox.once(this.em.fork(), 'release', messageId, async (em) => {
      outcome = await this.ledger.release(em, hold);
    });
    this.report('credits.release', { ...hold, outcome }, ['released', 'repeated']);
  }

  /** Logs a video whose end contradicts its hold. That is a bug: no credits were moved, and an operator must look. */
  private report(event: string, line: { outcome: Settlement | 'repeated' }, expected: readonly string[]): void {
    if (expected.includes(line.outcome)) this.log.info(event, line);
    else {
      ledgerConflicts.inc();
      this.log.error(event, line);
    }
  }
}
