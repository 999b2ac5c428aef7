import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Completion } from '../results/completion.js';
import { repairEach, type RepairPass } from './repair-pass.js';

/** Completes videos whose last result was accepted before a crash. */
@Injectable()
export class UnfinishedVideos implements RepairPass {
  readonly repairs = 'unfinished_videos';

  constructor(
    private readonly em: EntityManager,
    private readonly completion: Completion,
  ) {}

  async repair(): Promise<number> {
    const ready = await this.em.fork().execute<{ id: string }[]>(
      `SELECT id FROM videos WHERE status = 'PROCESSING'
          AND EXISTS (SELECT FROM segments WHERE video_id = id AND state = 'DONE')
          AND NOT EXISTS (SELECT FROM segments WHERE video_id = id AND state <> 'DONE') LIMIT 500`,
    );
    return repairEach(ready, ({ id }) => this.completion.finish(id));
  }
}
