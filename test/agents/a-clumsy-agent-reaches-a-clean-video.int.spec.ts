import { expect, it } from '@jest/globals';
import { BRIEFS, documentFor, missed } from './briefs.ts';
import { correct, MOST_CALLS, type Run } from './clumsy-agent.ts';
import { clumsy, CLUMSY_FAULTS, type ClumsyFault } from './faults.ts';
import { localApi } from './local-api.ts';

/** Runs that must reach a clean video. */
const LEAST_SHARE = 0.98;
/** Faults of one document in the second round. */
const TOGETHER = 3;

async function run(brief: number, faults: readonly ClumsyFault[]): Promise<Run & { name: string; missed: string[] }> {
  const api = localApi();
  const { outcome } = BRIEFS[brief]!;
  const ended = await correct(clumsy(documentFor(outcome), faults), { api, secret: 'none', nowMs: 0 });
  const name = `${brief}: ${faults.map((fault) => fault.name).join(', ')}`;
  return { ...ended, name, missed: missed(api.draftOf(ended.templateId), outcome) };
}

it('begins with forty briefs whose documents have no finding', async () => {
  expect(BRIEFS).toHaveLength(40);
  const runs = await Promise.all(BRIEFS.map((_, brief) => run(brief, [])));
  expect(runs.filter(({ isClean, calls, missed: without }) => !isClean || calls > 1 || without.length > 0)).toEqual([]);
});

it(`makes each typical fault, and is without findings after at most ${MOST_CALLS} calls`, async () => {
  expect(CLUMSY_FAULTS.length).toBeGreaterThanOrEqual(25);
  const each = CLUMSY_FAULTS.map((fault, index) => run(index % BRIEFS.length, [fault]));
  const together = BRIEFS.map((_, brief) =>
    run(
      brief,
      Array.from({ length: TOGETHER }, (_each, n) => CLUMSY_FAULTS[(brief * 7 + n * 5) % CLUMSY_FAULTS.length]!),
    ),
  );
  const runs = await Promise.all([...each, ...together]);
  const failed = runs.filter(({ isClean }) => !isClean);
  const shown = failed.map(({ name, calls, left }) => ({ name, calls, left }));
  expect({ failed: shown.slice(0, failed.length > (1 - LEAST_SHARE) * runs.length ? 30 : 0) }).toEqual({ failed: [] });
  const corrected = runs.filter(({ calls }) => calls > 1);
  expect(corrected.length).toBeGreaterThan(0.9 * runs.length); // every fault was one
});
