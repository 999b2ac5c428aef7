import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { RenderResult } from '#libs/contracts';
import { Inbox } from '#libs/outbox';
import { AttemptEnds } from './attempt-ends.js';
import { Completion } from './completion.js';
import { Dispatcher } from '../queue/dispatcher.js';
import type { EndDecision } from './end-decision.js';

/** Receives the results of renderers. */
@Injectable()
export class RenderResults {
  constructor(
    private readonly em: EntityManager,
    private readonly inbox: Inbox,
    private readonly attempts: AttemptEnds,
    private readonly completion: Completion,
    private readonly dispatcher: Dispatcher,
  ) {}

  /**
   * Records a result once, however often it is delivered. Its consequences (a finished video, another attempt) are repeated
   * on every delivery until they have succeeded, so a crash in between loses nothing.
   */
  async take(message: RenderResult, messageId: string): Promise<void> {
    const result = await this.attempts.verify(message);
    let decision: EndDecision | undefined;
    await this.inbox.once(this.em, 'render-result', messageId, async (tx) => {
      decision = await this.attempts.end(tx, result);
    });
    if (decision) this.attempts.report(result, decision);
    await this.completion.finish(result.video_id);
    this.dispatcher.kick();
  }
}
