import { createHash } from 'node:crypto';
import YAML from 'yaml';
import { until } from './until.mjs';

const NAMESPACE = 'monitoring';
const METADATA = { name: 'prometheus', namespace: NAMESPACE };
const GROUP = 'monitoring.coreos.com';
/** Factor by which alerts fire sooner than they state, so that a test can watch one fire. */
const FASTER = 10;
const UNITS = { s: 1, m: 60, h: 3600 };

/** The operator's kinds, of any content: test/chart holds it against their schemas. */
export function prometheusKinds() {
  return ['ServiceMonitor', 'PrometheusRule'].map((kind) => {
    const singular = kind.toLowerCase();
    const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } };
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${singular}s.${GROUP}` },
      spec: {
        group: GROUP,
        scope: 'Namespaced',
        names: { kind, singular, plural: `${singular}s`, listKind: `${kind}List` },
        versions: [version],
      },
    };
  });
}

/**
 * A Prometheus that scrapes and judges what a release's ServiceMonitors and PrometheusRule say. Stands in for the operator,
 * whose names of labels it follows.
 */
export class Prometheus {
  constructor(node) {
    this.node = node;
  }

  async start(release) {
    const read = (kind) => this.node.api.read(`/apis/${GROUP}/v1/namespaces/${release.namespace}/${kind}`);
    const [monitors, rules] = await Promise.all(['servicemonitors', 'prometheusrules'].map(read));
    const data = configuration(monitors.items, rules.items);
    await this.node.apply([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
      ...access(),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: METADATA, data },
      { apiVersion: 'v1', kind: 'Service', metadata: METADATA, spec: { selector: LABELS, ports: [{ port: 9090 }] } },
      deployment(createHash('sha256').update(JSON.stringify(data)).digest('hex')),
    ]);
    const waiting = ['--namespace', NAMESPACE, 'rollout', 'status', 'deployment/prometheus', '--timeout=120s'];
    await this.node.kubectl(...waiting);
    await until('Prometheus is ready', () => this.read('/-/ready'), 120_000, 1_000);
  }

  /** The present value of an expression. */
  async query(expression) {
    const answer = await this.read(`/api/v1/query?query=${encodeURIComponent(expression)}`);
    return answer.data.result;
  }

  /** The names of the alerts that fire. */
  async firing() {
    const { data } = await this.read('/api/v1/alerts');
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  }

  /** Reads a path of Prometheus by way of the API server. */
  read(path) {
    return this.node.api.read(`/api/v1/namespaces/${NAMESPACE}/services/prometheus:9090/proxy${path}`);
  }
}

const LABELS = { app: 'prometheus' };

function configuration(monitors, rules) {
  const scrapes = monitors.flatMap(({ metadata, spec }) => {
    return spec.endpoints.map(({ port, path, interval }) => ({
      job_name: `${metadata.namespace}/${metadata.name}`,
      scrape_interval: interval,
      scrape_timeout: interval,
      metrics_path: path,
      kubernetes_sd_configs: [{ role: 'endpointslice', namespaces: { names: [metadata.namespace] } }],
      relabel_configs: [
        ...Object.entries(spec.selector.matchLabels).map(([name, value]) => ({
          action: 'keep',
          source_labels: [`__meta_kubernetes_service_label_${name.replaceAll(/\W/g, '_')}`],
          regex: value,
        })),
        { action: 'keep', source_labels: ['__meta_kubernetes_endpointslice_port_name'], regex: port },
        { source_labels: ['__meta_kubernetes_namespace'], target_label: 'namespace' },
        { source_labels: ['__meta_kubernetes_service_name'], target_label: 'job' },
        { source_labels: ['__meta_kubernetes_pod_name'], target_label: 'pod' },
      ],
    }));
  });
  const groups = rules.flatMap(({ spec }) => spec.groups);
  for (const rule of groups.flatMap((group) => group.rules)) if (rule.for) rule.for = faster(rule.for);
  return {
    'prometheus.yml': YAML.stringify({
      global: { evaluation_interval: '3s' },
      rule_files: ['/etc/prometheus/rules.yml'],
      scrape_configs: scrapes,
    }),
    'rules.yml': YAML.stringify({ groups }),
  };
}

function faster(duration) {
  const [, count, unit] = /^(\d+)([smh])$/.exec(duration);
  return `${(count * UNITS[unit]) / FASTER}s`;
}

function access() {
  const rules = [
    { apiGroups: [''], resources: ['services', 'pods'], verbs: ['list', 'watch'] },
    { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
  ];
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'prometheus' };
  const subjects = [{ kind: 'ServiceAccount', ...METADATA }];
  const metadata = { name: 'prometheus' };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: METADATA },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata, rules },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata, roleRef, subjects },
  ];
}

/** A Deployment that carries the configuration's version, so that another configuration starts another pod. */
function deployment(version) {
  const container = {
    name: 'prometheus',
    image: 'framewright-cluster/prometheus:1',
    imagePullPolicy: 'Never',
    args: ['--config.file=/etc/prometheus/prometheus.yml', '--storage.tsdb.path=/data'],
    volumeMounts: [
      { name: 'configuration', mountPath: '/etc/prometheus' },
      { name: 'data', mountPath: '/data' },
    ],
  };
  const volumes = [
    { name: 'configuration', configMap: { name: 'prometheus' } },
    { name: 'data', emptyDir: {} },
  ];
  const spec = { serviceAccountName: 'prometheus', containers: [container], volumes };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: METADATA,
    spec: {
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS, annotations: { version } }, spec },
    },
  };
}
