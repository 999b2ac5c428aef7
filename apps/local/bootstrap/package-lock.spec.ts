import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');

/** A package, of the lock or of itself, as far as this file reads it. */
interface Package {
  optional?: boolean;
  libc?: string[];
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const locked = Object.entries((read('package-lock.json') as { packages: Record<string, Package> }).packages);
/** The C library that the end of a package's name states. */
const LIBC: Record<string, string[]> = { gnu: ['glibc'], glibc: ['glibc'], musl: ['musl'] };

// npm 11 writes `libc` and npm 10 drops it. Without it npm installs the addons for all C libraries, images included.
describe("the lock has an addon's C library", () => {
  it('as the name of its package states it', () => {
    const named = locked.flatMap(([path, { libc }]) => {
      const expected = LIBC[/-linux-.*-(gnu|glibc|musl)$/.exec(path)?.[1] ?? ''];
      return expected ? [{ path, libc, expected }] : [];
    });
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ libc, expected }) => String(libc) !== String(expected))).toEqual([]);
  });

  it('as the installed package states it', () => {
    const installed = locked.filter(([path, { optional }]) => optional && existsSync(join(ROOT, path, 'package.json')));
    const stated = installed.map(([path, { libc }]) => ({ path, libc, ...pick(read(`${path}/package.json`)) }));
    expect(stated.some(({ expected }) => expected)).toBe(true);
    expect(stated.filter(({ libc, expected }) => String(libc) !== String(expected))).toEqual([]);
  });
});

function pick(manifest: unknown): { expected: string[] | undefined } {
  return { expected: (manifest as Package).libc };
}
