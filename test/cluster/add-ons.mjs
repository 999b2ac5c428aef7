import { join } from 'node:path';
import YAML from 'yaml';
import { until } from './until.mjs';

/** Stand-ins for upstream's images, by the name of the container. */
const IMAGES = {
  'metrics-server': 'framewright-cluster/metrics-server:1',
  'keda-operator': 'framewright-cluster/keda-operator:1',
  'keda-metrics-apiserver': 'framewright-cluster/keda-adapter:1',
};

/** Installs the metrics of pods and nodes, for HorizontalPodAutoscalers, from upstream's manifests. */
export async function installMetricsServer(node) {
  await install(node, 'metrics-server', 'base', ['--kubelet-insecure-tls']);
  await until('there are metrics of pods', () => hasMetrics(node), 180_000, 2_000);
}

/** Installs KEDA from upstream's manifests, without the webhooks that validate applied objects. */
export async function installKeda(node) {
  await install(node, 'keda', 'minimal');
  const isServed = () => node.api.read('/apis/external.metrics.k8s.io/v1beta1');
  await until('KEDA serves metrics', isServed, 240_000, 2_000);
}

async function install(node, name, overlay, args = []) {
  const text = await node.run(node.tools.kubectl, ['kustomize', join(node.tools[`${name} manifests`], overlay)]);
  const objects = YAML.parseAllDocuments(text).map((document) => document.toJS());
  for (const { kind, spec } of objects) if (kind === 'Deployment') adapt(spec.template.spec, args);
  await node.apply(objects, '--server-side');
  for (const { kind, metadata } of objects) {
    if (kind !== 'Deployment') continue;
    const waiting = ['--namespace', metadata.namespace, 'rollout', 'status', `deployment/${metadata.name}`];
    await node.kubectl(...waiting, '--timeout=240s');
  }
}

/**
 * Adapts a pod to images of one program, which name no user that runs them, and to a node that is shared with much
 * else.
 */
function adapt(spec, args) {
  spec.securityContext = { ...spec.securityContext, runAsUser: 1000 };
  for (const container of spec.containers) {
    container.image = IMAGES[container.name];
    container.imagePullPolicy = 'Never';
    container.args = [...(container.args ?? []), ...args];
    container.resources = {};
    delete container.command;
  }
}

async function hasMetrics(node) {
  return (await node.api.read('/apis/metrics.k8s.io/v1beta1/pods')).items.length > 0;
}
