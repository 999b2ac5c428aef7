import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { checkFont } from './check-font.js';

const folder = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@fontsource/inter/package.json')),
  'files',
);
const files = fs.readdirSync(folder).filter((name) => /^inter-latin-(400|700)-(normal|italic)\.woff2?$/.test(name));

describe('checkFont', () => {
  it.each(files)('accepts %s, whose tables are as large as declared', (name) => {
    const file = fs.readFileSync(path.join(folder, name));
    const checked = checkFont(file);
    expect(checked).toMatchObject({ ok: true });
    const claimed = file.readUInt32BE(16);
    // Of WOFF2 the tables may be larger before they are put together.
    expect(checked.ok && checked.unpackedBytes / claimed).toBeCloseTo(1, 0);
  });

  it.each([
    ['an empty file', ''],
    ['a WOFF2 file that breaks off', 'wOF2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ])('reports %s without failing', (_what, content) => {
    expect(checkFont(Buffer.from(content))).toEqual(content ? { ok: false } : { ok: true, unpackedBytes: 0 });
  });
});
