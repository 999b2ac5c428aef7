import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Outbox } from '#libs/outbox';
import { AttemptResults } from '../dispatch/attempt-results.js';
import { Completion } from '../dispatch/completion.js';
import { databaseTime } from '../videos/database-time.js';
import { ListeningWindow } from '../dispatch/listening-window.js';
import { SegmentRow } from '../videos/segment.entity.js';
import { repairEach, type RepairPass } from './repair-pass.js';

/** Ends attempts whose renderer fell silent: a complete upload counts as a success, otherwise another renderer starts again. */
@Injectable()
export class SilentAttempts implements RepairPass {
  readonly repairs = 'silent_attempts';
  readonly isUrgent = true;

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly attempts: AttemptResults,
    private readonly completion: Completion,
    private readonly listening: ListeningWindow,
  ) {}

  async repair(): Promise<number> {
    const before = this.listening.silentBefore(await databaseTime(this.em.fork()));
    if (!before) return 0;
    const silent = await this.em
      .fork()
      .find(SegmentRow, { state: 'LEASED', heartbeatAt: { $lt: before } }, { limit: 500 });
    return repairEach(silent, (segment) => this.end(segment, before));
  }

  private async end({ video, segment, epoch, worker }: SegmentRow, before: Date): Promise<boolean> {
    const result = await this.attempts.verifySilent({ video_id: video.id, segment, epoch, worker: worker ?? '' });
    const decision = await this.outbox.transaction(this.em, (tx) => this.attempts.end(tx, result, before));
    if (decision.kind === 'ignore') return false;
    this.attempts.report(result, decision);
    if (decision.kind === 'accept') await this.completion.finish(video.id);
    return true;
  }
}
