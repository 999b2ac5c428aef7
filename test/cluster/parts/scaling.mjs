import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { installKeda, installMetricsServer } from '../add-ons.mjs';
import { makeFilms, underLoad } from '../callers.mjs';
import { PRODUCTION_VALUES, production } from '../production.mjs';
import { until } from '../until.mjs';

const VALUES = [...PRODUCTION_VALUES, fileURLToPath(new URL('../values/scaling.yaml', import.meta.url))];
const MOST = 4;
const VIDEOS = 24;

/** Pods come with work and go without it. */
export function scaling({ node }) {
  const replicas = async (component) => {
    const { release } = await production(node);
    const name = `${release.name}-framewright-${component}`;
    return (await node.api.get('deployments', name, release.namespace)).spec.replicas;
  };
  return {
    'metrics-server and KEDA are installed': async () => {
      await installMetricsServer(node);
      await installKeda(node);
    },
    'KEDA takes the last renderer away where nothing waits': async () => {
      const { release } = await production(node);
      await release.helm('upgrade', VALUES);
      await until('there is no renderer', async () => (await replicas('renderer')) === 0, 180_000);
    },
    'renderers come for waiting videos, go afterwards, and no video fails for it': async () => {
      const caller = await production(node);
      let most = 0;
      const watching = setInterval(async () => (most = Math.max(most, await replicas('renderer'))), 1_000);
      try {
        report(JSON.stringify(await makeFilms(node, { ...caller, videos: VIDEOS })));
        if (most < MOST) throw new Error(`there were no more than ${most} renderers`);
        await until('there is no renderer', async () => (await replicas('renderer')) === 0, 240_000);
      } finally {
        clearInterval(watching);
      }
    },
    'the gateway gets a second pod while it is asked much, and no request fails': async () => {
      const caller = await production(node);
      await until('there is one gateway', async () => (await replicas('gateway')) === 1, 420_000);
      const busy = { ...caller, videoEveryMs: 60_000, readEveryMs: 10 };
      await underLoad(node, busy, () =>
        until('there are two gateways', async () => (await replicas('gateway')) === 2, 240_000),
      );
    },
    'the values of before bring back the replicas of before': async () => {
      const { release } = await production(node);
      await release.helm('upgrade', PRODUCTION_VALUES);
      await release.untilReady(300_000);
    },
  };
}
