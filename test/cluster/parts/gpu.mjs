import { fileURLToPath } from 'node:url';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { installKeda } from '../add-ons.mjs';
import { renderVideo, renderVideos } from '../callers.mjs';
import { buildApp } from '../images.mjs';
import { installMonitoring } from '../monitoring.mjs';
import { PRODUCTION_VALUES, production } from '../production.mjs';
import { mostReplicas, replicasOf } from '../replicas.mjs';
import { DEVICE_PLUGINS } from '../sweep.mjs';
import { until } from '../until.mjs';

const VALUES = fileURLToPath(new URL('../values/gpu.yaml', import.meta.url));
const SCALING_VALUES = fileURLToPath(new URL('../values/gpu-scaling.yaml', import.meta.url));
const POOLS = ['renderer', 'renderer-gpu'];
const VIDEOS = 16;
const RESOURCE = 'nvidia.com/gpu';
const IMAGE = 'framewright/renderer-cuda:latest';

/** A node that offers one GPU, which does not exist. It shows where pods go, and what they do without NVENC. */
export function gpu({ engine, node }) {
  let prometheus;
  return {
    'the node offers a GPU': async () => {
      await buildApp(engine, 'renderer', { name: 'renderer-cuda', args: ['--build-arg', 'VARIANT=-cuda'] });
      await node.load(engine, [IMAGE]);
      node.start('device-plugin', node.tools['device-plugin'], [DEVICE_PLUGINS, RESOURCE, '1']);
      await until('the node has a GPU', async () => (await offered(node)) === '1', 60_000);
      await node.apply([
        { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'nvidia' }, handler: 'runc' },
      ]);
      await node.kubectl('label', 'node', 'node', `${RESOURCE}.product=NVIDIA-L4`);
    },
    'a renderer tolerates its taint and gets it, and a second one waits for another': async () => {
      prometheus = await installMonitoring(node, [...PRODUCTION_VALUES, VALUES]);
      // The taint keeps everything else away from a GPU node; here that would be the release's jobs.
      await node.kubectl('taint', 'node', 'node', `${RESOURCE}=present:NoSchedule`);
      const { release } = await production(node);
      await release.kubectl('delete', 'pods', '--selector', 'app.kubernetes.io/component=renderer-gpu');
      await until(
        'one renderer is ready, one waits',
        async () => expectOneOfTwo(await podsOf(node, 'renderer-gpu')),
        240_000,
        1_000,
      );
    },
    'it renders videos without NVENC': async () => {
      const { release, baseUrl, key } = await production(node);
      await release.scale('renderer', 0);
      const others = () => podsOf(node, 'renderer');
      await until('there is no other renderer', async () => (await others()).length === 0, 120_000);
      await renderVideo(node, baseUrl, key);
    },
    'EncoderFellBack reports it': async () => {
      const fires = async () => (await prometheus.firing()).includes('EncoderFellBack');
      await until('EncoderFellBack fires', fires, 180_000, 1_000);
    },
    'KEDA brings renderers of both kinds for waiting videos and takes them away, and no video fails for it':
      async () => {
        const { release, ...caller } = await production(node);
        await node.kubectl('taint', 'node', 'node', `${RESOURCE}-`);
        await installKeda(node);
        await release.helm('upgrade', [...PRODUCTION_VALUES, VALUES, SCALING_VALUES]);
        await until('there is no renderer', () => expectNoRenderers(release), 240_000);
        const most = await mostReplicas(release, POOLS, () => renderVideos(node, { ...caller, videos: VIDEOS }));
        report(JSON.stringify({ most: Object.fromEntries(POOLS.map((pool, index) => [pool, most[index]])) }));
        if (most.includes(0)) throw new Error(`renderers at most, of ${POOLS.join(' and ')}: ${most.join(', ')}`);
        await until('there is no renderer', () => expectNoRenderers(release), 240_000);
      },
    'all is as before without it': async () => {
      const { release } = await production(node);
      await release.helm('upgrade', PRODUCTION_VALUES);
      await release.untilReady(240_000);
    },
  };
}

async function expectNoRenderers(release) {
  const replicas = await replicasOf(release, POOLS);
  if (replicas.some((each) => each > 0)) throw new Error(`${POOLS.join(' and ')}: ${replicas.join(', ')}`);
}

async function podsOf(node, component) {
  const { release } = await production(node);
  const pods = await release.list('pods');
  return pods.filter(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === component);
}

async function offered(node) {
  const { status } = await node.api.get('nodes', 'node');
  return status.allocatable[RESOURCE];
}

function expectOneOfTwo(pods) {
  const [ready, waiting] = [true, false].map((wanted) => pods.filter((pod) => isReady(pod) === wanted));
  if (ready.length !== 1 || waiting.length !== 1) throw new Error(`${ready.length} ready, ${waiting.length} waiting`);
  const [{ spec }] = ready;
  if (spec.runtimeClassName !== 'nvidia') throw new Error(`its runtime class is ${spec.runtimeClassName}`);
  if (spec.containers[0].resources.limits[RESOURCE] !== '1') throw new Error('it has no GPU');
  const reasons = waiting[0].status.conditions.map(({ message = '' }) => message).join('\n');
  if (!reasons.includes(`Insufficient ${RESOURCE}`)) throw new Error(`the other waits because: ${reasons}`);
}

function isReady({ status }) {
  return status.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') ?? false;
}
