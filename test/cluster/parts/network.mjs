import { OUTSIDE, startOutside } from '../node/outside.mjs';
import { production } from '../production.mjs';

const HEALTH = 8081;
/** The gateway's port for callers, which the proxies' namespace alone may reach. */
const GUARDED = 8080;
const STRANGER = ['default', 'pod/stranger'];
const POSTGRESQL = ['postgresql.servers.svc.cluster.local', 5432];
const NATS = ['nats.servers.svc.cluster.local', 4222];
const S3 = ['s3.servers.svc.cluster.local', 7070];
const DNS = ['kube-dns.kube-system.svc.cluster.local', 53];
const API_SERVER = ['kubernetes.default.svc.cluster.local', 443];

/** The connections that the chart's policies allow each service to open, as listed in helm/framewright/examples/network.txt. */
const ALLOWED = {
  gateway: [DNS, NATS, POSTGRESQL, S3],
  videos: [DNS, NATS, POSTGRESQL, S3],
  credits: [DNS, NATS, POSTGRESQL],
  webhooks: [DNS, NATS, POSTGRESQL, [OUTSIDE.public, 80], [OUTSIDE.public, 443], [OUTSIDE.public, 8443]],
  renderer: [DNS, NATS, S3, [OUTSIDE.public, 80], [OUTSIDE.public, 443], [OUTSIDE.public, 8443]],
};
/** Addresses to which they must not connect; nor may they connect to the pods of each other. */
const FORBIDDEN = {
  gateway: [[OUTSIDE.public, 443], [OUTSIDE.internal, 443], API_SERVER],
  videos: [[OUTSIDE.public, 443], [OUTSIDE.metadata, 80], API_SERVER],
  credits: [S3, [OUTSIDE.public, 443], [OUTSIDE.internal, 443], API_SERVER],
  webhooks: [S3, [OUTSIDE.internal, 443], [OUTSIDE.metadata, 80], [OUTSIDE.public, 25], API_SERVER],
  renderer: [POSTGRESQL, [OUTSIDE.internal, 443], [OUTSIDE.metadata, 80], [OUTSIDE.public, 25], API_SERVER],
};

/** The NetworkPolicies, edge by edge. */
export function network({ node }) {
  return {
    'without policies everything can be reached': async () => {
      await startOutside(node);
      await startStranger(node, 'default');
      const everything = [...new Set(Object.values(FORBIDDEN).flat().map(String))].map((each) => each.split(','));
      await expectAll(await connect(node, STRANGER, everything), 'connected');
    },
    'every edge that the chart allows works': async () => {
      const { release } = await production(node);
      for (const [component, targets] of Object.entries(ALLOWED)) {
        await expectAll(await connect(node, podOf(release, component), targets), 'connected');
      }
    },
    'what the chart does not allow does not work': async () => {
      const { release } = await production(node);
      const pods = await addresses(release);
      for (const [component, targets] of Object.entries(FORBIDDEN)) {
        const others = Object.entries(pods).filter(([name]) => name !== component);
        const inside = others.map(([name, address]) => [address, name === 'gateway' ? GUARDED : HEALTH]);
        await expectAll(await connect(node, podOf(release, component), [...targets, ...inside]), 'silence');
      }
    },
    'pods of other namespaces reach no service': async () => {
      const { release } = await production(node);
      const targets = Object.values(await addresses(release)).flatMap((address) => [
        [address, HEALTH],
        [address, GUARDED],
      ]);
      await expectAll(await connect(node, STRANGER, targets), 'silence');
    },
    'Prometheus reaches the metrics': async () => {
      const { release } = await production(node);
      await node.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring' } }]);
      await startStranger(node, 'monitoring');
      const targets = Object.values(await addresses(release)).map((address) => [address, HEALTH]);
      await expectAll(await connect(node, ['monitoring', 'pod/stranger'], targets), 'connected');
    },
  };
}

/** Program for a pod: tries all `[address, port]` at once. */
const TRY = `
const { connect } = require('node:net');
const attempt = ([host, port]) => new Promise((resolve) => {
  const socket = connect({ host, port: Number(port) });
  const end = (outcome) => { socket.destroy(); resolve([host + ':' + port, outcome]); };
  socket.setTimeout(6000, () => end('silence'));
  socket.on('connect', () => end('connected')).on('error', (error) => end(error.code));
});
Promise.all(JSON.parse(process.argv[1]).map(attempt)).then((all) => console.log(JSON.stringify(all)));
`;

/** Results of connecting from a pod, by target. */
async function connect(node, [namespace, pod], targets) {
  const command = ['exec', pod, '--', 'node', '--eval', TRY, JSON.stringify(targets)];
  return { pod, outcomes: JSON.parse(await node.kubectl('--namespace', namespace, ...command)) };
}

function expectAll({ pod, outcomes }, expected) {
  const other = outcomes.filter(([, outcome]) => outcome !== expected);
  if (outcomes.length === 0 || other.length > 0) {
    throw new Error(other.map(([target, outcome]) => `${pod} to ${target}: ${outcome}, not ${expected}`).join('\n'));
  }
}

function podOf(release, component) {
  return [release.namespace, `deployment/${release.name}-framewright-${component}`];
}

/** The address of a pod of each service. */
async function addresses(release) {
  const pods = (await release.list('pods')).filter(({ status }) => status.phase === 'Running');
  const found = pods.map(({ metadata, status }) => [metadata.labels['app.kubernetes.io/component'], status.podIP]);
  return Object.fromEntries(found.filter(([component]) => component in ALLOWED));
}

/** A pod that no policy selects, with a program that connects. */
async function startStranger(node, namespace) {
  const container = {
    name: 'node',
    image: 'framewright/gateway:latest',
    imagePullPolicy: 'Never',
    command: ['node', '--eval', 'setInterval(() => {}, 60_000)'],
  };
  const spec = { containers: [container], terminationGracePeriodSeconds: 0, automountServiceAccountToken: false };
  await node.apply([{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'stranger', namespace }, spec }]);
  await node.kubectl('--namespace', namespace, 'wait', '--for=condition=Ready', 'pod/stranger', '--timeout=120s');
}
