import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { memoryShares } from '../../apps/renderer/src/slots/memory-shares.js';

const EXAMPLES = path.join(import.meta.dirname, '../../helm/framewright/examples');
const [MIB, GIB] = [2 ** 20, 2 ** 30];
/** Bytes that a slot holds for a video of 1920 × 1080, with its encoder. */
const FULL_HD_BYTES = 700 * MIB;

interface Container {
  name: string;
  env?: { name: string; value?: string }[];
  resources?: { limits?: { memory?: string } };
}
type Manifest = { kind: string; spec: { template: { spec: { containers: Container[] } } } } | null;

const bytesOf = (quantity: string): number => {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity)!;
  return Number(number) * (unit === 'Gi' ? GIB : MIB);
};

/** The renderers of all rendered examples: slots and bytes of each size in use. */
const sizes = new Map<string, { slots: number; memoryBytes: number }>();
for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml'))) {
  for (const document of parseAllDocuments(readFileSync(path.join(EXAMPLES, file), 'utf8'))) {
    const manifest = document.toJS() as Manifest;
    const containers = manifest?.kind === 'Deployment' ? manifest.spec.template.spec.containers : [];
    for (const { env = [], resources } of containers) {
      const slots = env.find(({ name }) => name === 'RENDER_SLOTS')?.value;
      const memory = resources?.limits?.memory;
      if (slots === undefined || memory === undefined) continue;
      sizes.set(`${slots} slots in ${memory}`, { slots: Number(slots), memoryBytes: bytesOf(memory) });
    }
  }
}

describe('the memory limit of a renderer in the chart', () => {
  it('is given for renderers on the CPU and on a GPU', () => {
    expect([...sizes.values()].map(({ slots }) => slots)).toEqual(expect.arrayContaining([1, 2, 4]));
  });

  it.each([...sizes])('has room for the limits of all processes together, and a slot for 1080p: %s', (_size, given) => {
    const { slots, memoryBytes } = given;
    const shares = memoryShares(memoryBytes, slots);
    const all = Object.values(shares).reduce((sum, { bytes, count }) => sum + count * bytes, 0);
    expect(all).toBeLessThanOrEqual(memoryBytes);
    expect(shares.slot.bytes).toBeGreaterThanOrEqual(FULL_HD_BYTES);
  });

  it.each(['2 slots in 8Gi', '4 slots in 12Gi'])('gives a slot by default what 3840 × 2160 needs: %s', (size) => {
    const { slots, memoryBytes } = sizes.get(size)!;
    expect(memoryShares(memoryBytes, slots).slot.bytes).toBeGreaterThanOrEqual(2 * GIB);
  });
});
