import { APPS } from './images.mjs';

/** Modules of test/tools and images that every build needs. */
const EVERY_BUILD = { modules: ['dockerfile-frontend'], images: [] };
/** that every node needs, */
const EVERY_NODE = {
  modules: ['kubernetes', 'coredns', 'helm', 'nats'],
  images: ['nats:2.12.2-alpine', 'framewright-cluster/coredns:1', 'framewright-cluster/pause:1'],
};
/** Images and modules that parts need in addition. */
const RELEASED = APPS.map((app) => `framewright/${app}`);
const POSTGRESQL = { modules: [], images: ['postgres:18.1-alpine'] };
const EMBEDDED = { modules: [], images: [...POSTGRESQL.images, ...RELEASED] };
const SERVERS = {
  modules: ['versitygw'],
  images: ['postgres:15-bookworm', 'versity/versitygw:v1.8.0', 'framewright-cluster/nginx:1', ...RELEASED],
};
const METRICS_SERVER = { modules: ['metrics-server'], images: ['framewright-cluster/metrics-server:1'] };
const KEDA = {
  modules: ['keda'],
  images: ['framewright-cluster/keda-operator:1', 'framewright-cluster/keda-adapter:1'],
};
const PROMETHEUS = { modules: ['prometheus-server'], images: ['framewright-cluster/prometheus:1'] };
const SKAFFOLD = { modules: ['skaffold'], images: [] };
const DEVICE_PLUGIN = { modules: ['device-plugin'], images: [] };
const DOCKER = {
  modules: ['nats', 'versitygw', 'docker-engine', 'docker-plugins'],
  images: ['postgres:18.1-alpine', 'nats:2.12.2-alpine', 'versity/versitygw:v1.8.0'],
};
const CONTAINERS = { modules: ['nats', 'helm'], images: ['postgres:18.1-alpine', 'nats:2.12.2-alpine'] };
const OF_PARTS = {
  images: [],
  containers: [CONTAINERS],
  compose: [DOCKER],
  development: [EMBEDDED],
  'live-reload': [EMBEDDED],
  'quick-start': [POSTGRESQL],
  skaffold: [POSTGRESQL, SKAFFOLD],
  upgrade: [SERVERS],
  production: [SERVERS],
  network: [SERVERS],
  scaling: [SERVERS, METRICS_SERVER, KEDA],
  monitoring: [SERVERS, PROMETHEUS],
  faults: [SERVERS],
  gpu: [SERVERS, PROMETHEUS, KEDA, DEVICE_PLUGIN],
  backup: [SERVERS],
};

/** The parts of a run, in their order. */
export const PART_NAMES = Object.keys(OF_PARTS);

/** Parts that run only when they are named, because another one shows the same and more. */
export const NAMED_ONLY = ['live-reload', 'containers'];

const WITHOUT_NODE = ['images', 'containers', 'compose'];

/** Whether one of these parts needs a node. */
export function needsNode(parts) {
  return parts.some((part) => !WITHOUT_NODE.includes(part));
}

/** Needs of a run of these parts: `modules` of test/tools and `images`, by tag. */
export function needsOf(parts) {
  const needs = [EVERY_BUILD, ...(needsNode(parts) ? [EVERY_NODE] : []), ...parts.flatMap((part) => OF_PARTS[part])];
  return {
    modules: [...new Set(needs.flatMap(({ modules }) => modules))],
    images: [...new Set(needs.flatMap(({ images }) => images))],
  };
}
