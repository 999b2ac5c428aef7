import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { create, type Font } from 'fontkit';
import fs from 'node:fs';
import path from 'node:path';
import { readFont } from './font-facts.js';

const PACKAGES = path.join(import.meta.dirname, '../../../../node_modules');
const SHIPPED = fs.globSync('@fontsource{,-variable}/*/files', { cwd: PACKAGES });

/** A few of the files of each shipped family, one of the same as WOFF, and files without a wrapping. */
function samples(): string[] {
  const shipped = SHIPPED.flatMap((folder) => {
    const files = fs.readdirSync(path.join(PACKAGES, folder)).sort();
    const woff2 = files.filter((name) => name.endsWith('.woff2'));
    const chosen = [woff2[0], woff2[woff2.length >> 1], woff2.at(-1), files.find((name) => name.endsWith('.woff'))];
    return chosen.filter((name) => name !== undefined).map((name) => path.join(folder, name));
  });
  return [...new Set(shipped), ...fs.globSync('bwip-js/fonts/*.{ttf,otf}', { cwd: PACKAGES })];
}

describe('the facts of a font', () => {
  it.each(samples())('are those that fontkit finds: %s', (name) => {
    const file = fs.readFileSync(path.join(PACKAGES, name));
    const font = create(file) as Font;
    const facts = readFont(file);
    const em = font.unitsPerEm;
    const strikeout = font['OS/2'].yStrikeoutPosition;
    expect(facts).toMatchObject({
      ascent: font.ascent / em,
      descent: -font.descent / em,
      underlinePosition: font.underlinePosition / em,
      lineThickness: font.underlineThickness / em || 0.07,
      strikeoutPosition: strikeout > 0 ? strikeout / em : 0.3,
    });
    const characters = new Set(font.characterSet);
    const differing = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint).filter(
      (codePoint) => facts.covers(codePoint) !== characters.has(codePoint),
    );
    expect(differing).toEqual([]);
  });

  it('are refused for a file that is cut off', () => {
    const file = fs.readFileSync(path.join(PACKAGES, '@fontsource/inter/files/inter-latin-400-normal.woff2'));
    for (let length = 0; length < file.length; length += 97) {
      expect(() => readFont(file.subarray(0, length))).toThrow();
    }
  });

  it('are read or refused at once, whatever is changed in a file', () => {
    const file = fs.readFileSync(path.join(PACKAGES, 'bwip-js/fonts/OCRA7.ttf'));
    const change = fc.record({ at: fc.nat(file.length - 8), bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) });
    const isRead = (changed: Buffer): boolean => {
      try {
        return typeof readFont(changed).covers(65) === 'boolean';
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(change, ({ at, bytes }) => {
        const changed = Buffer.from(file);
        changed.set(bytes, at);
        const startedAt = performance.now();
        isRead(changed);
        expect(performance.now() - startedAt).toBeLessThan(1_000);
      }),
      { numRuns: 500 },
    );
    expect(isRead(file)).toBe(true);
  });
});
