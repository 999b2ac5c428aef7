import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Outbox } from '#libs/outbox';
import { AttemptEnds } from '../results/attempt-ends.js';
import { Completion } from '../results/completion.js';
import { databaseTime } from '../videos/database-time.js';
import { ListeningWindow } from '../claims/listening-window.js';
import { StepRow } from '../videos/step.entity.js';
import { repairEach, type RepairPass } from './repair-pass.js';

/** Ends attempts whose renderer fell silent: a complete upload counts as a success, otherwise another renderer starts again. */
@Injectable()
export class SilentAttempts implements RepairPass {
  readonly repairs = 'silent_attempts';
  readonly isUrgent = true;

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly attempts: AttemptEnds,
    private readonly completion: Completion,
    private readonly listening: ListeningWindow,
  ) {}

  async repair(): Promise<number> {
    const before = this.listening.silentBefore(await databaseTime(this.em.fork()));
    if (!before) return 0;
    const silent = await this.em
      .fork()
      .find(StepRow, { state: 'LEASED', heartbeatAt: { $lt: before } }, { limit: 500 });
    return repairEach(silent, (step) => this.end(step, before));
  }

  private async end({ video, index, epoch, worker }: StepRow, before: Date): Promise<boolean> {
    const result = await this.attempts.verifySilent({
      video_id: video.id,
      segment: index,
      epoch,
      worker: worker ?? '',
    });
    const decision = await this.outbox.transaction(this.em, (tx) => this.attempts.end(tx, result, before));
    if (decision.kind === 'ignore') return false;
    this.attempts.report(result, decision);
    if (decision.kind === 'accept') await this.completion.finish(video.id);
    return true;
  }
}
