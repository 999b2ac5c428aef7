import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '#libs/testing';

const folder = temporaryFolder('needed-files');

const onDebian = existsSync('/usr/bin/dpkg-query') ? it : it.skip;

onDebian('leaves in an image what its programs, node and the addons are linked to, and no shell', () => {
  const ours = join(folder, 'ours');
  mkdirSync(join(ours, 'bin'), { recursive: true });
  copyFileSync(process.execPath, join(ours, 'bin/node'));
  const require = createRequire(import.meta.filename);
  const canvas = dirname(require.resolve('@napi-rs/canvas'));
  const addon = createRequire(join(canvas, 'index.js')).resolve(`@napi-rs/canvas-linux-${process.arch}-gnu`);
  copyFileSync(addon, join(ours, basename(addon)));

  const image = join(folder, 'image');
  const script = fileURLToPath(new URL('../../deploy/needed-files.sh', import.meta.url));
  execFileSync('sh', [script, image, ours, '/usr/bin/tar']);

  for (const program of [process.execPath, addon, '/usr/bin/tar']) {
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g)!;
    expect(libraries.length).toBeGreaterThan(1);
    for (const path of libraries) expect(existsSync(join(image, realpathSync(path)))).toBe(true);
  }
  const present = (path: string) => existsSync(join(image, path));
  expect(['/usr/bin/tar', '/etc/passwd', '/etc/ld.so.cache'].every(present)).toBe(true);
  expect(['/var/lib/dpkg/status.d/libc6', '/usr/share/doc/tar/copyright'].every(present)).toBe(true);
  expect(['/usr/bin/sh', '/usr/bin/dash', '/usr/bin/dpkg'].some(present)).toBe(false);
});
