import { fileURLToPath } from 'node:url';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { installKeda, installMetricsServer } from '../add-ons.mjs';
import { renderVideos, underLoad } from '../callers.mjs';
import { PRODUCTION_VALUES, production } from '../production.mjs';
import { mostReplicas, replicasOf } from '../replicas.mjs';
import { until } from '../until.mjs';

const VALUES = [...PRODUCTION_VALUES, fileURLToPath(new URL('../values/scaling.yaml', import.meta.url))];
const MOST = 4;
/** Work of a minute or more for one renderer: the autoscaler looks every 15 s. */
const WORK = { videos: 24, durationS: 12 };

/** The part `scaling`: pods come with work and go without it. */
export function scaling({ node }) {
  const isScaled = async (component, count) => {
    const { release } = await production(node);
    const [replicas] = await replicasOf(release, [component]);
    return replicas === count;
  };
  return {
    'metrics-server and KEDA are installed': async () => {
      await installMetricsServer(node);
      await installKeda(node);
    },
    'KEDA takes the last renderer away where nothing waits': async () => {
      const { release } = await production(node);
      await release.helm('upgrade', VALUES);
      await until('there is no renderer', () => isScaled('renderer', 0), 180_000);
    },
    'renderers come for waiting videos, go afterwards, and no video fails for it': async () => {
      const caller = await production(node);
      const [most] = await mostReplicas(caller.release, ['renderer'], async () =>
        report(JSON.stringify(await renderVideos(node, { ...caller, ...WORK }))),
      );
      if (most < MOST) throw new Error(`there were no more than ${most} renderers`);
      await until('there is no renderer', () => isScaled('renderer', 0), 240_000);
    },
    'the gateway gets a second pod while it is asked much, and no request fails': async () => {
      const caller = await production(node);
      await until('there is one gateway', () => isScaled('gateway', 1), 420_000);
      const busy = { ...caller, videoEveryMs: 60_000, readEveryMs: 10 };
      await underLoad(node, busy, () => until('there are two gateways', () => isScaled('gateway', 2), 240_000));
    },
    'the values of before bring back the replicas of before': async () => {
      const { release } = await production(node);
      await release.helm('upgrade', PRODUCTION_VALUES);
      await release.untilReady(300_000);
    },
  };
}
