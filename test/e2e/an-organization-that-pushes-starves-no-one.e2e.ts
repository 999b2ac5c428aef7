import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Neighborhood } from '../bench/neighbors/neighborhood.js';
import type { PushName } from '../bench/neighbors/pushes.js';

const SECONDS = 5;
/** The bound of one wait: where work is not shared out, others wait for minutes. `npm run bench -- neighbors` measures it closely. */
const MOST_MS = 20_000;
/**
 * The bound of a wait beside files, ms. A video waits until a slot gives up a file that does not arrive
 * (`ASSET_STALL_TIMEOUT_MS`, 10 s), at most once, and for its own start.
 */
const MOST_BESIDE_FILES_MS = 30_000;

let neighborhood: Neighborhood | undefined;

beforeAll(async () => {
  neighborhood = await Neighborhood.open();
}, 300_000);

afterAll(() => neighborhood?.close(), 60_000);

it.each<[PushName, mostMs: number]>([
  ['bodies', MOST_MS],
  ['frames-of-hanging-files', MOST_MS],
  ['csv', MOST_MS],
  ['paid-videos-of-hanging-files', MOST_BESIDE_FILES_MS],
])(
  'an organization pushes %s as hard as its limits allow: another is answered, its videos are made, no process ends',
  async (name, mostMs) => {
    const { observation, ended } = await neighborhood!.beside(name, SECONDS);
    expect(observation.failures).toEqual([]);
    expect(ended).toEqual([]);
    const times = [...observation.latenciesMs.values(), observation.waitsMs, observation.deliveriesMs];
    expect(Math.max(...times.flat())).toBeLessThan(mostMs);
  },
  300_000,
);
