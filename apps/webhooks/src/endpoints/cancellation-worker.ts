import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { RepeatedWork } from '#libs/runtime';
import { cancelNextBatch } from './cancel-deliveries.js';

const POLL_MS = 1_000;

/** Cancels the pending deliveries of disabled endpoints batch by batch, in every process. */
@Injectable()
export class CancellationWorker {
  constructor(em: EntityManager, work: RepeatedWork) {
    work.repeat(() => cancelNextBatch(em.fork()), POLL_MS, 'cancellation.round_failed');
  }
}
