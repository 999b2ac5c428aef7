import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { APPS, buildApp } from '../images.mjs';
import { AGAIN, rebuiltBases } from '../rebuilt-bases.mjs';
import { run } from '../run.mjs';

/**
 * Most megabytes of each image, unpacked. Node is half of a service's image; the renderer's also has ffmpeg with what
 * it is linked to, fonts and Skia.
 */
const MOST_MB = { gateway: 240, videos: 240, credits: 240, webhooks: 240, renderer: 600 };

/** Contents of the images. */
export function images({ engine, folder }) {
  return {
    'none is larger than its limit': async () => {
      const sizes = Object.fromEntries(await Promise.all(APPS.map(async (app) => [app, await sizeMb(engine, app)])));
      report(`MB: ${JSON.stringify(sizes)}`);
      const larger = APPS.filter((app) => sizes[app] > MOST_MB[app]);
      if (larger.length > 0) throw new Error(`larger than ${JSON.stringify(MOST_MB)}: ${JSON.stringify(sizes)}`);
    },
    'the same sources make the same files': async () => {
      const bases = await rebuiltBases(folder, (tag, image) => engine.build(tag, image));
      for (const app of APPS) {
        await buildApp(engine, app, { tag: AGAIN, args: bases });
        const [one, other] = [await filesOf(engine, folder, app, 'latest'), await filesOf(engine, folder, app, AGAIN)];
        await engine.docker('image', 'rm', `framewright/${app}:${AGAIN}`);
        expectSame(app, one, other);
      }
    },
  };
}

async function sizeMb(engine, app) {
  const bytes = await engine.docker('image', 'inspect', '--format', '{{.Size}}', `framewright/${app}:latest`);
  return Math.round(Number(bytes) / 1e6);
}

function expectSame(app, one, other) {
  const [ones, others] = [new Set(one), new Set(other)];
  const differing = [...one.filter((file) => !others.has(file)), ...other.filter((file) => !ones.has(file))];
  if (differing.length > 0) throw new Error(`${app}: differ:\n${differing.slice(0, 20).join('\n')}`);
}

/** Every file of an image with its checksum, mode and owner. */
async function filesOf(engine, folder, app, tag) {
  const unpacked = join(folder, `unpacked-${app}-${tag}`);
  mkdirSync(unpacked);
  const container = (await engine.docker('create', '--network', 'none', `framewright/${app}:${tag}`)).trim();
  await engine.docker('export', '--output', `${unpacked}.tar`, container);
  await engine.docker('rm', container);
  await run('tar', ['--extract', '--file', `${unpacked}.tar`, '--directory', unpacked]);
  const facts = await run('find', ['.', '-printf', '%p %M %U:%G %l\n'], { cwd: unpacked });
  const sums = await run('sh', ['-c', 'find . -type f -print0 | xargs -0 sha256sum'], { cwd: unpacked });
  for (const each of [unpacked, `${unpacked}.tar`]) rmSync(each, { recursive: true });
  return [...facts.split('\n'), ...sums.split('\n')];
}
