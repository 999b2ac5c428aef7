import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readFont } from './font-facts.js';
import { indexPackage } from './font-index.js';
import { inRanges } from './packaged-files.js';

const CODES = Array.from({ length: 0x2200 - 0x20 }, (_, index) => 0x20 + index);

describe('the index of a package of fonts', () => {
  it('names its files by their content, with the facts that the renderer reads from them', async () => {
    const { index, paths } = await indexPackage('@fontsource/playfair-display');
    expect(index.length).toBe(48);
    for (const { name, characters, facts } of index) {
      const content = readFileSync(paths.get(name)!);
      expect(name).toContain(createHash('sha256').update(content).digest('hex').slice(0, 12));
      const { covers, ...measures } = readFont(content);
      const { covered, ...indexed } = facts!;
      expect(indexed).toEqual(measures);
      const [isFor, isCovered] = [inRanges(characters!), inRanges(covered)];
      const wrong = CODES.filter((code) => isCovered(code) !== (isFor(code) && covers(code)));
      expect(wrong).toEqual([]);
    }
  });

  it('takes the characters of the slices of a large font from its package, and reads no emoji', async () => {
    const { index } = await indexPackage('@fontsource-variable/noto-sans-jp');
    const slices = index.filter(({ name }) => /-\d+-wght-/.test(name));
    expect(slices.length).toBeGreaterThan(100);
    expect(slices.every(({ characters, facts }) => facts!.covered === characters)).toBe(true);
    const [emoji] = (await indexPackage('@fontsource/noto-color-emoji')).index;
    expect(emoji).toMatchObject({ characters: 'emoji' });
    expect(emoji).not.toHaveProperty('facts');
  });
});
