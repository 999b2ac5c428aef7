import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandsBelow } from '../documented-commands.mjs';
import { APPS } from '../images.mjs';
import { rebuiltBases } from '../rebuilt-bases.mjs';

/** Commands of deploy/README.md that build the gateway's image, after the time of the sources is set, and load it. */
const [, BUILD, LOAD] = commandsBelow('### The same bytes again');
/** A time in 2026. Every file of a build is younger. */
const SOURCE_DATE_EPOCH = '1767225600';

/**
 * Builds every image twice from a checkout on a machine, the second time with no step from the cache.
 * @throws Error with the digests when those of an image differ
 */
export async function expectEqualDigests(machine, checkout) {
  const ones = await digestsOf(machine, checkout, []);
  const bases = await rebuiltBases(machine.folder, (tag, { file, context }) =>
    machine.docker('build', '--file', file, '--tag', tag, context),
  );
  const others = await digestsOf(machine, checkout, bases);
  const differing = APPS.filter((app) => ones[app] !== others[app]);
  if (differing.length > 0)
    throw new Error(`${differing.join(', ')}: ${JSON.stringify(ones)}, then ${JSON.stringify(others)}`);
  return ones;
}

async function digestsOf(machine, checkout, args) {
  const digests = {};
  for (const app of APPS) {
    const command = [BUILD.replaceAll('gateway', app), ...args].join(' ');
    const options = { cwd: checkout, env: { SOURCE_DATE_EPOCH } };
    await machine.run('bash', ['-c', command], options);
    if (app === 'gateway') await machine.run('bash', ['-c', LOAD], options);
    const { 'containerimage.digest': digest } = JSON.parse(readFileSync(join(checkout, `${app}.json`), 'utf8'));
    digests[app] = digest;
    rmSync(join(checkout, `${app}.tar`));
  }
  return digests;
}
