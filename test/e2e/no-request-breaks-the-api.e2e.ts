import { beforeAll, expect, it } from '@jest/globals';
import { newTestOrganization, type TestOrganization } from '#libs/testing';
import { fuzz } from '../fuzz/fuzz.ts';

/**
 * Seed of the requests. It never changes, so that a new failure is due to a change of ours; `npm run fuzz` looks
 * further.
 */
const SEED = 20_261_127;

let system: TestOrganization;

beforeAll(async () => {
  system = await newTestOrganization();
}, 120_000);

it('500 generated requests get documented answers, none a 5xx', async () => {
  const { requests, answers, faults } = await fuzz(system, { requests: 500, seed: SEED });
  expect([requests, [...faults]]).toEqual([500, []]);
  const statuses = new Set([...answers.keys()].map((name) => name.split(' ')[1]));
  expect([...statuses]).toEqual(expect.arrayContaining(['200', '201', '204', '400', '404', '422']));
}, 300_000);
