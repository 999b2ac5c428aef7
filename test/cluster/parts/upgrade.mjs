import { underLoad } from '../callers.mjs';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { makeFormerRelease } from '../former-release.mjs';
import { PRODUCTION_VALUES, production } from '../production.mjs';

/** An upgrade from the release before to this checkout and back, while callers order and read. */
export function upgrade({ engine, node }) {
  return {
    'the release before installs': async () => {
      const former = await makeFormerRelease(engine, node);
      const { release } = await production(node, (release) => release.helm('install', PRODUCTION_VALUES, former));
      await expectTag(release, former.tag);
    },
    'helm upgrade fails no request and loses no video': async () => {
      const { release, ...caller } = await production(node);
      const counts = await underLoad(node, caller, () => release.helm('upgrade', PRODUCTION_VALUES, {}, ...WAIT));
      report(JSON.stringify(counts));
      await expectTag(release, 'latest');
    },
    'helm rollback fails no request and loses no video': async () => {
      const { release, ...caller } = await production(node);
      const counts = await underLoad(node, caller, () => release.rollback(...WAIT));
      report(JSON.stringify(counts));
      await expectTag(release, 'former');
    },
    'it can be upgraded again': async () => {
      const { release } = await production(node);
      await release.helm('upgrade', PRODUCTION_VALUES, {}, ...WAIT);
      await release.untilReady(60_000);
    },
  };
}

const WAIT = ['--wait', '--timeout', '15m'];

/** @throws Error unless every running pod of a service that is not about to end is of these images */
async function expectTag(release, tag) {
  const pods = await release.list('pods');
  const running = pods.filter(({ metadata, status }) => status.phase === 'Running' && !metadata.deletionTimestamp);
  const images = running.flatMap(({ spec }) => spec.containers.map(({ image }) => image));
  const other = images.filter((image) => !image.endsWith(`:${tag}`));
  if (images.length === 0 || other.length > 0) throw new Error(`not of ${tag}: ${other.join(', ')}`);
}
