import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { addonsOfNoLibc, type Lock, type Package } from './addons-of-no-libc.mjs';

const ROOT = join(import.meta.dirname, '../../..');

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const lock = read('package-lock.json') as Lock;

// npm 11 writes `libc` and npm 10 drops it. Without it npm installs the addons for all C libraries, into images too.
describe("the lock has an addon's C library", () => {
  it('as the name of its package states it', () => {
    expect(addonsOfNoLibc(lock)).toEqual([]);
    const dropped = Object.entries(lock.packages).map(([path, { libc: _, ...rest }]) => [path, rest]);
    expect(addonsOfNoLibc({ packages: Object.fromEntries(dropped) as Lock['packages'] }).length).toBeGreaterThan(50);
  });

  it('as the installed package states it', () => {
    const addons = Object.entries(lock.packages).flatMap(([path, { optional, libc }]) => {
      const manifest = `${path}/package.json`;
      return optional && existsSync(join(ROOT, manifest))
        ? [{ path, libc, stated: (read(manifest) as Package).libc }]
        : [];
    });
    expect(addons.some(({ stated }) => stated)).toBe(true);
    expect(addons.filter(({ libc, stated }) => String(libc) !== String(stated))).toEqual([]);
  });
});
