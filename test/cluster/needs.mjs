import { APPS } from './images.mjs';

/** Modules of test/tools and images that every node needs. */
const EVERY = {
  modules: ['kubernetes', 'coredns', 'helm', 'nats', 'dockerfile-frontend'],
  images: [
    ...APPS.map((app) => `framewright/${app}`),
    'nats:2.12.2-alpine',
    'framewright-cluster/coredns:1',
    'framewright-cluster/pause:1',
  ],
};
/** And what parts need in addition. */
const EMBEDDED = { modules: [], images: ['postgres:18.1-alpine'] };
const SERVERS = {
  modules: ['versitygw'],
  images: ['postgres:15-bookworm', 'versity/versitygw:v1.8.0', 'framewright-cluster/nginx:1'],
};
const METRICS_SERVER = { modules: ['metrics-server'], images: ['framewright-cluster/metrics-server:1'] };
const KEDA = {
  modules: ['keda'],
  images: ['framewright-cluster/keda-operator:1', 'framewright-cluster/keda-adapter:1'],
};
const PROMETHEUS = { modules: ['prometheus-server'], images: ['framewright-cluster/prometheus:1'] };
const DEVICE_PLUGIN = { modules: ['device-plugin'], images: [] };
const OF_PARTS = {
  images: [],
  development: [EMBEDDED],
  'live-reload': [EMBEDDED],
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

/** What a node needs for these parts: `modules` of test/tools and `images`, by tag. */
export function needsOf(parts) {
  const needs = [EVERY, ...parts.flatMap((part) => OF_PARTS[part])];
  return {
    modules: [...new Set(needs.flatMap(({ modules }) => modules))],
    images: [...new Set(needs.flatMap(({ images }) => images))],
  };
}
