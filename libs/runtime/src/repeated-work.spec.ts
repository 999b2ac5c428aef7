import { expect, it } from '@jest/globals';
import { Logger } from './logger.js';
import { RepeatedWork } from './repeated-work.js';

it('a failed round logs a warning, or what its work logs instead', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = new Logger('spec', 'info', (line) => lines.push(JSON.parse(line) as Record<string, unknown>));
  const work = new RepeatedWork(log);
  const fail = () => Promise.reject(new Error('expected'));
  work.repeat(fail, 60_000, 'spec.warned');
  work.repeat(fail, 60_000, () => log.info('spec.counted', { part: 'one' }));
  work.onApplicationBootstrap();
  await work.onApplicationShutdown();
  const error = expect.objectContaining({ message: 'expected' });
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', event: 'spec.warned', error }),
    expect.objectContaining({ level: 'info', event: 'spec.counted', part: 'one' }),
  ]);
});

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
