import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { compare } from '../bench/neighbors/judge-neighbors.js';
import { Neighborhood } from '../bench/neighbors/neighborhood.js';
import type { PushName } from '../bench/neighbors/pushes.js';

const SECONDS = 6;
/** Where work is not shared out, the others wait for minutes. `npm run bench:neighbors` measures it more closely. */
const MOST_MS = 20_000;

let neighborhood: Neighborhood;

beforeAll(async () => {
  neighborhood = await Neighborhood.open();
}, 300_000);

afterAll(() => neighborhood.close(), 60_000);

it.each<PushName>(['bodies', 'batches', 'frames', 'csv', 'slow-imports', 'paid-videos-of-hanging-files'])(
  'an organization pushes %s as hard as its limits allow: another is answered, its videos are made, no process ends',
  async (name) => {
    const { alone, beside, ended } = await neighborhood.push(name, SECONDS);
    expect(beside.failures).toEqual([]);
    expect(ended).toEqual([]);
    expect(compare(alone, beside).filter((each) => !(each.beside < MOST_MS))).toEqual([]);
  },
  300_000,
);
