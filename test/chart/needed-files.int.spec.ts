import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '#libs/testing';

const folder = temporaryFolder('needed-files');
const deploy = fileURLToPath(new URL('../../deploy', import.meta.url));

/** Libraries that every minimal Debian has: libc6, libgcc-s1 and libstdc++6. */
const IN_EVERY_DEBIAN = [
  /^linux-vdso\.so/,
  /^ld-linux/,
  /^lib(c|m|dl|rt|pthread)\.so/,
  /^libgcc_s\.so\.1$/,
  /^libstdc\+\+\.so\.6$/,
];
/** Debian's package of every other library that node or an addon is linked to. */
const PACKAGES: Record<string, string> = { 'libatomic.so.1': 'libatomic1' };

/** Libraries that a program is linked to, one a line, as `ldd` prints them. */
const librariesOf = (program: string) => execFileSync('ldd', [program], { encoding: 'utf8' }).trim().split('\n');
const nameOf = (line: string) => basename(line.trim().split(' ')[0]!);

const onDebian = existsSync('/usr/bin/dpkg-query') ? describe : describe.skip;

onDebian("the renderer's image, of what deploy/assemble.mjs puts into it", () => {
  const ours = join(folder, 'ours');
  let linked: string[] = [];

  beforeAll(() => {
    execFileSync(process.execPath, [join(deploy, 'assemble.mjs'), 'renderer', ours]);
    linked = globSync(['**/bin/node', '**/*.node'], { cwd: ours }).map((path) => join(ours, path));
  });

  it('has what its programs, node and the addons are linked to, and no shell', () => {
    const image = join(folder, 'image');
    execFileSync('sh', [join(deploy, 'needed-files.sh'), image, ours, '/usr/bin/tar']);

    expect(linked.map((path) => basename(path))).toEqual([
      'node',
      expect.stringMatching(/^skia\.linux-\w+-gnu\.node$/),
    ]);
    for (const program of [...linked, '/usr/bin/tar']) {
      const libraries = librariesOf(program).flatMap((line) => line.match(/\/\S+/g) ?? []);
      expect(libraries.length).toBeGreaterThan(1);
      for (const path of libraries) expect(existsSync(join(image, realpathSync(path)))).toBe(true);
    }
    const present = (path: string) => existsSync(join(image, path));
    expect(['/usr/bin/tar', '/etc/passwd', '/etc/ld.so.cache'].every(present)).toBe(true);
    expect(['/var/lib/dpkg/status.d/libc6', '/usr/share/doc/tar/copyright'].every(present)).toBe(true);
    expect(['/usr/bin/sh', '/usr/bin/dash', '/usr/bin/dpkg'].some(present)).toBe(false);
  });

  it('is made where every library that node and the addons are linked to is installed', () => {
    const libraries = [...new Set(linked.flatMap(librariesOf).map(nameOf))].filter(
      (name) => !IN_EVERY_DEBIAN.some((known) => known.test(name)),
    );
    expect(libraries).toContain('libatomic.so.1'); // node's own
    const dockerfile = readFileSync(join(deploy, 'Dockerfile'), 'utf8');
    const installed = [...dockerfile.matchAll(/apt-get install [^&]*/g)].flatMap(([words]) => words.split(/\s+/));
    const missing = libraries.filter((name) => !installed.includes(PACKAGES[name] ?? `the package of ${name}`));
    expect(missing).toEqual([]);
  });
});
