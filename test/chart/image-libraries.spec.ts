import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** What the base image, a minimal Debian, has of itself: libc6, libgcc-s1 and libstdc++6 are parts of every one. */
const IN_EVERY_DEBIAN = [
  /^linux-vdso\.so/,
  /^ld-linux/,
  /^lib(c|m|dl|rt|pthread)\.so/,
  /^libgcc_s\.so\.1$/,
  /^libstdc\+\+\.so\.6$/,
];
/** Debian's package of every other library that node or an addon is linked to. */
const PACKAGES: Record<string, string> = { 'libatomic.so.1': 'libatomic1' };

it('installs every library in the images that node and its addons are linked to', () => {
  const program = `
    process.getBuiltinModule('module').createRequire('${import.meta.filename}')('@napi-rs/canvas');
    process.report.excludeNetwork = true;
    console.log(JSON.stringify(process.report.getReport().sharedObjects));`;
  const loaded = JSON.parse(execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8' })) as string[];
  const libraries = loaded
    .map((path) => basename(path))
    .filter((name) => name.includes('.so') && !IN_EVERY_DEBIAN.some((known) => known.test(name)));
  expect(libraries).toContain('libatomic.so.1'); // node's own; the report works
  const dockerfile = readFileSync(new URL('../../deploy/Dockerfile', import.meta.url), 'utf8');
  const installed = [...dockerfile.matchAll(/apt-get install [^&]*/g)].flatMap(([words]) => words.split(/\s+/));
  const missing = libraries.filter((name) => !installed.includes(PACKAGES[name] ?? `the package of ${name}`));
  expect(missing).toEqual([]);
});
