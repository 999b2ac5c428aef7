import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { APPS, buildApp } from '../images.mjs';
import { run } from '../run.mjs';

/** Unpacked. Node is half of a service's; the renderer has ffmpeg and what it is linked to besides, the fonts and Skia. */
const MOST_MB = { gateway: 240, videos: 240, credits: 240, webhooks: 240, renderer: 600 };

/** What is in the images. */
export function images({ engine, folder }) {
  return {
    'each is as small as it is said to be': async () => {
      const sizes = Object.fromEntries(await Promise.all(APPS.map(async (app) => [app, await sizeMb(engine, app)])));
      const larger = APPS.filter((app) => sizes[app] > MOST_MB[app]);
      if (larger.length > 0) throw new Error(`larger than ${JSON.stringify(MOST_MB)}: ${JSON.stringify(sizes)}`);
    },
    'the same sources make the same files': async () => {
      await buildApp(engine, 'webhooks', { tag: 'again', args: ['--no-cache'] });
      const [one, other] = [await filesOf(engine, folder, 'latest'), await filesOf(engine, folder, 'again')];
      const differing = one.filter((file) => !other.includes(file)).concat(other.filter((file) => !one.includes(file)));
      if (differing.length > 0) throw new Error(`differ:\n${differing.slice(0, 20).join('\n')}`);
    },
    'the image that reloads builds': () =>
      buildApp(engine, 'gateway', { tag: 'live-reload', args: ['--target', 'live-reload'] }),
  };
}

async function sizeMb(engine, app) {
  const bytes = await engine.docker('image', 'inspect', '--format', '{{.Size}}', `framewright/${app}:latest`);
  return Math.round(Number(bytes) / 1e6);
}

/** Every file of an image with its checksum, mode and owner. */
async function filesOf(engine, folder, tag) {
  const unpacked = join(folder, `unpacked-${tag}`);
  mkdirSync(unpacked);
  const container = (await engine.docker('create', '--network', 'none', `framewright/webhooks:${tag}`)).trim();
  await engine.docker('export', '--output', `${unpacked}.tar`, container);
  await engine.docker('rm', container);
  await run('tar', ['--extract', '--file', `${unpacked}.tar`, '--directory', unpacked]);
  const facts = await run('find', ['.', '-printf', '%p %M %U:%G %l\n'], { cwd: unpacked });
  const sums = await run('sh', ['-c', 'find . -type f -print0 | xargs -0 sha256sum'], { cwd: unpacked });
  for (const each of [unpacked, `${unpacked}.tar`]) rmSync(each, { recursive: true });
  return [...facts.split('\n'), ...sums.split('\n')];
}
