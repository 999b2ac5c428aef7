import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { VideosConfig } from '../videos.config.js';
import { Dispatcher } from '../queue/dispatcher.js';
import { ListeningWindow } from '../claims/listening-window.js';
import { StepRow } from '../videos/step.entity.js';
import { isLost } from '../claims/signs-of-life.js';
import type { RepairPass } from './repair-pass.js';

/** Returns steps to the queue whose jobs JetStream seems to have lost. */
@Injectable()
export class LostJobs implements RepairPass {
  readonly repairs = 'lost_jobs';

  constructor(
    private readonly em: EntityManager,
    private readonly dispatcher: Dispatcher,
    private readonly listening: ListeningWindow,
    private readonly config: VideosConfig,
  ) {}

  async repair(): Promise<number> {
    const connectedSinceMs = this.listening.sinceMs;
    if (connectedSinceMs === undefined) return 0;
    const em = this.em.fork();
    const unclaimed = await em.find(StepRow, { state: 'DISPATCHED' });
    const pools = this.dispatcher.pools;
    let requeued = 0;
    for (const { video, index, encoder, dispatchedAt } of unclaimed) {
      // Without a connection the job may have waited in the outbox, not in JetStream.
      const dispatchedAtMs = Math.max(dispatchedAt!.getTime(), connectedSinceMs);
      if (
        !isLost({ encoder: encoder!, dispatchedAtMs }, pools, {
          nowMs: Date.now(),
          patienceMs: this.config.leaseTimeoutMs,
        })
      )
        continue;
      requeued += await em.nativeUpdate(
        StepRow,
        { video, index, state: 'DISPATCHED', dispatchedAt },
        { state: 'WAITING' },
      );
    }
    if (requeued > 0) this.dispatcher.kick();
    return requeued;
  }
}
