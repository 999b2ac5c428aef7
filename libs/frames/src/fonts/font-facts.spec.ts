import { describe, expect, it } from '@jest/globals';
import { readFont } from './font-facts.js';

/** Big-endian numbers, each of so many bytes. */
function bytes(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(fields.map(([size, value]) => Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex')));
}

/** A font without outlines that maps all four billion code points there could be. */
function boastfulFont(): Buffer {
  const cmap = Buffer.concat([
    bytes([2, 0], [2, 1], [2, 3], [2, 10], [4, 12]),
    bytes([2, 12], [2, 0], [4, 28], [4, 0], [4, 1], [4, 0], [4, 0xffffffff], [4, 1]),
  ]);
  const head = Buffer.alloc(54);
  head.writeUInt16BE(1000, 18); // units per em
  const post = Buffer.concat([bytes([4, 0x00030000]), Buffer.alloc(28)]);
  const tables = { 'OS/2': Buffer.alloc(96), cmap, head, hhea: Buffer.alloc(36), post };
  const entries = Object.entries(tables);
  let offset = 12 + 16 * entries.length;
  const directory = entries.map(([tag, { length }]) => {
    const entry = Buffer.concat([Buffer.from(tag), bytes([4, 0], [4, offset], [4, length])]);
    offset += length;
    return entry;
  });
  const header = bytes([4, 0x00010000], [2, entries.length], [2, 0], [2, 0], [2, 0]);
  return Buffer.concat([header, ...directory, ...Object.values(tables)]);
}

describe('readFont', () => {
  it('allocates nothing for declared characters', () => {
    const before = process.memoryUsage().rss;
    const facts = readFont(boastfulFont());
    expect(facts.covers(0x41)).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it('throws for a file that is not a font', () => {
    expect(() => readFont(Buffer.from('not a font at all'))).toThrow();
    expect(() => readFont(boastfulFont().subarray(0, 100))).toThrow();
  });
});
