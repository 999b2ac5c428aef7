import { setTimeout as delay } from 'node:timers/promises';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { underLoad } from '../callers.mjs';
import { production } from '../production.mjs';

const COMPONENTS = ['gateway', 'videos', 'credits', 'webhooks', 'renderer'];
/** Interval at which videos are ordered, ms, so that some are under way at any time. */
const VIDEO_EVERY_MS = 1_000;
const BUSY_MS = 6_000;
const AWAY_MS = 15_000;

/** Faults that a cluster causes to pods, while callers order and read. */
export function faults({ node }) {
  /** Does work during which requests that need what is gone may fail, but no video may. */
  const losesNoVideo = async (work) => {
    const { release, servers, ...caller } = await production(node);
    report(
      JSON.stringify(
        await underLoad(node, { ...caller, videoEveryMs: VIDEO_EVERY_MS, mayFail: true }, () => work(release, servers)),
      ),
    );
  };
  const losesNoVideoWithout = (server) =>
    losesNoVideo(async (release, servers) => {
      await delay(BUSY_MS);
      await servers.scale(server, 0);
      await delay(AWAY_MS);
      await servers.scale(server, 1);
      await release.untilReady(240_000);
    });
  return {
    'a gateway that is deleted fails no request': async () => {
      const { release, ...caller } = await production(node);
      await underLoad(node, caller, () => deletePods(release, 'gateway'));
    },
    'each pod is deleted in turn, and no video is lost': () =>
      losesNoVideo(async (release) => {
        for (const component of COMPONENTS) await deletePods(release, component);
      }),
    'no video is lost without NATS for a while': () => losesNoVideoWithout('nats'),
    'no video is lost without PostgreSQL for a while': () => losesNoVideoWithout('postgresql'),
    'no video is lost without the store for a while': () => losesNoVideoWithout('s3'),
    'a drained node keeps a gateway that answers, and fills again': async () => {
      const { release } = await production(node);
      const selector = `app.kubernetes.io/instance=${release.name},app.kubernetes.io/component in (gateway,renderer)`;
      await losesNoVideo(async () => {
        await drain(node, selector);
        const gateways = (await podsOf(release, 'gateway')).filter(isReady);
        if (gateways.length !== 1) throw new Error(`${gateways.length} gateways are ready on the drained node`);
        await node.kubectl('uncordon', 'node');
        await release.untilReady(240_000);
      });
    },
  };
}

/** Deletes the pods of a component, each when the one before has been replaced. */
async function deletePods(release, component) {
  for (const { metadata } of await podsOf(release, component)) {
    await release.kubectl('delete', 'pod', metadata.name);
    await release.untilReady(240_000);
  }
}

async function podsOf(release, component) {
  const pods = await release.list('pods');
  return pods.filter(({ metadata, status }) => {
    return metadata.labels['app.kubernetes.io/component'] === component && status.phase === 'Running';
  });
}

function isReady({ status, metadata }) {
  return (
    !metadata.deletionTimestamp &&
    status.conditions.some(({ type, status: holds }) => type === 'Ready' && holds === 'True')
  );
}

/** Drains the node. There is no other one, so the disruption budget must stop the drain before the last gateway. */
async function drain(node, selector) {
  const args = ['--pod-selector', selector, '--delete-emptydir-data', '--ignore-daemonsets', '--timeout=60s'];
  const outcome = await node.kubectl('drain', 'node', ...args).then(
    () => 'drained',
    (error) => error.message,
  );
  if (!/disruption budget/.test(outcome))
    throw new Error(`the drain was not held up by a disruption budget: ${outcome}`);
}
