import { expect, it } from '@jest/globals';
import { Logger } from './logger.js';
import { RepeatedWork } from './repeated-work.js';

it('repeated work begins with the application, continues after a failed round, and ends with the application', async () => {
  const work = new RepeatedWork(new Logger('spec', 'error'));
  const rounds: string[] = [];
  const failing = work.repeat(
    () => {
      rounds.push('failing');
      throw new Error('expected');
    },
    60_000,
    'spec.round_failed',
  );
  const steady = work.repeat(() => rounds.push('steady'), 60_000, 'spec.round_failed');
  failing.kick();
  expect(rounds).toEqual([]);
  work.onApplicationBootstrap();
  failing.kick();
  await work.onApplicationShutdown();
  steady.kick();
  expect(rounds.sort()).toEqual(['failing', 'steady']);
});
