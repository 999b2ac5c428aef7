import { labelsMatch } from './network-edges.mjs';
import { podTemplateOf } from './restricted.mjs';
import { identity } from './value-sets.mjs';

const OWN_LABELS = ['name', 'instance', 'component', 'version', 'managed-by'].map((key) => `app.kubernetes.io/${key}`);
const HOSTNAME = 'kubernetes.io/hostname';
/** RFC 6335, 5.1; Kubernetes takes no other names for ports. */
const PORT_NAME = /^(?=.*[a-z])(?!.*--)[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?$/;
const CREDENTIAL = /password|secret|token|api_?key|private_?key|credential/i;

/**
 * Rules over the objects of one release, by the names that kube-linter gives the same checks. Each names the objects that
 * break it.
 */
export const LINT_RULES = {
  'configmap-with-credentials': ({ of }) =>
    named(of('ConfigMap'), ({ data = {} }) => Object.keys(data).some((key) => CREDENTIAL.test(key))),
  'dangling-horizontalpodautoscaler': ({ of }) => {
    const known = new Set(of('Deployment').map(identity));
    const target = ({ kind = 'Deployment', name }) => `${kind}/${name}`;
    return named(of('HorizontalPodAutoscaler', 'ScaledObject'), ({ spec }) => !known.has(target(spec.scaleTargetRef)));
  },
  'dangling-ingress': ({ of }) => {
    const known = new Set(of('Service').flatMap(addressesOf));
    const backends = ({ kind, spec }) =>
      kind === 'HTTPRoute'
        ? spec.rules.flatMap((rule) => rule.backendRefs.map(({ name, port }) => `${name}:${port}`))
        : spec.rules.flatMap(({ http }) =>
            http.paths.map(({ backend: { service } }) => `${service.name}:${service.port.number ?? service.port.name}`),
          );
    return named(of('Ingress', 'HTTPRoute'), (object) => backends(object).some((backend) => !known.has(backend)));
  },
  'dangling-networkpolicypeer-podselector': ({ of, workloads }) =>
    named(of('NetworkPolicy'), ({ spec }) =>
      [...(spec.ingress ?? []), ...(spec.egress ?? [])]
        .flatMap(({ from = [], to = [] }) => [...from, ...to])
        .some(
          ({ podSelector, namespaceSelector }) =>
            podSelector && !namespaceSelector && !workloads.some(({ labels }) => labelsMatch(podSelector, labels)),
        ),
    ),
  'dangling-servicemonitor': ({ of }) =>
    named(of('ServiceMonitor'), ({ spec }) =>
      spec.endpoints.some(
        ({ port }) =>
          !of('Service').some(
            (service) =>
              labelsMatch(spec.selector, service.metadata.labels) &&
              service.spec.ports.some(({ name }) => name === port),
          ),
      ),
    ),
  'default-service-account': ({ workloads }) =>
    named(workloads, ({ spec }) => (spec.serviceAccountName ?? 'default') === 'default'),
  'deprecated-service-account-field': ({ workloads }) => named(workloads, ({ spec }) => 'serviceAccount' in spec),
  'env-value-from': ({ of, containers }) => {
    const keys = new Map(of('Secret').map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData)]));
    return named(containers, ({ env = [] }) =>
      env
        .map(({ valueFrom }) => valueFrom?.secretKeyRef)
        .some((ref) => ref && keys.has(ref.name) && !keys.get(ref.name).includes(ref.key)),
    );
  },
  'env-var-secret': ({ containers }) =>
    named(containers, ({ env = [] }) => env.some(({ name, value }) => /secret/i.test(name) && value)),
  'exposed-services': ({ of }) => named(of('Service'), ({ spec }) => (spec.type ?? 'ClusterIP') !== 'ClusterIP'),
  'invalid-target-ports': ({ of, containers, workloads }) => [
    ...named(containers, ({ ports = [] }) => ports.some(({ name }) => !PORT_NAME.test(name))),
    ...named(of('Service'), ({ spec }) => {
      const open = workloads
        .filter(({ labels }) => labelsMatch({ matchLabels: spec.selector }, labels))
        .flatMap(portsOf);
      return spec.ports.some(({ targetPort }) => !open.includes(targetPort));
    }),
  ],
  'job-ttl-seconds-after-finished': ({ of }) => [
    ...named(of('Job'), ({ spec }) => spec.ttlSecondsAfterFinished === undefined),
    ...named(of('CronJob'), ({ spec }) => spec.jobTemplate.spec.ttlSecondsAfterFinished !== undefined),
  ],
  'liveness-port': ({ services }) => named(services, probesClosedPort('livenessProbe')),
  'no-anti-affinity': ({ workloads }) =>
    named(workloads, ({ kind, replicas, spec: { topologySpreadConstraints: spread = [] } }) => {
      return kind === 'Deployment' && replicas !== 1 && !spread.some(({ topologyKey }) => topologyKey === HOSTNAME);
    }),
  'no-liveness-probe': ({ services }) => named(services, ({ livenessProbe }) => !livenessProbe),
  'no-readiness-probe': ({ services }) => named(services, ({ readinessProbe }) => !readinessProbe),
  'no-rolling-update-strategy': ({ of }) =>
    named(of('Deployment'), ({ spec }) => (spec.strategy?.type ?? 'RollingUpdate') !== 'RollingUpdate'),
  'no-startup-probe': ({ services }) => named(services, ({ startupProbe }) => !startupProbe),
  'non-existent-service-account': ({ of, workloads }) => {
    const known = new Set(of('ServiceAccount').map(({ metadata }) => metadata.name));
    return named(workloads, ({ spec }) => !known.has(spec.serviceAccountName));
  },
  'pdb-max-unavailable': ({ of }) =>
    named(of('PodDisruptionBudget'), ({ spec }) => /^0%?$/.test(String(spec.maxUnavailable))),
  'pdb-min-available': ({ of, workloads }) =>
    named(of('PodDisruptionBudget'), ({ spec: { minAvailable, selector } }) => {
      const kept = workloads.filter(({ labels }) => labelsMatch(selector, labels));
      return minAvailable === '100%' || kept.some(({ replicas }) => minAvailable >= replicas);
    }),
  'pdb-unhealthy-pod-eviction-policy': ({ of }) =>
    named(of('PodDisruptionBudget'), ({ spec }) => !spec.unhealthyPodEvictionPolicy),
  'privileged-ports': ({ containers }) =>
    named(containers, (container) => portNumbers(container).some((port) => port < 1024)),
  'readiness-port': ({ services }) => named(services, probesClosedPort('readinessProbe')),
  'required-labels': ({ objects }) =>
    named(objects, ({ metadata }) => OWN_LABELS.some((label) => !metadata.labels?.[label])),
  'restart-policy': ({ workloads }) =>
    named(workloads, ({ kind, spec }) => spec.restartPolicy !== (/Job/.test(kind) ? 'OnFailure' : undefined)),
  'ssh-port': ({ containers }) => named(containers, (container) => portNumbers(container).includes(22)),
  'startup-port': ({ services }) => named(services, probesClosedPort('startupProbe')),
  'use-namespace': ({ objects }) => named(objects, ({ metadata }) => (metadata.namespace ?? 'default') === 'default'),
};

/** Findings of the rules: `rule: object`. */
export function lintFaults(objects) {
  const release = viewOf(objects);
  return Object.entries(LINT_RULES).flatMap(([rule, check]) => check(release).map((name) => `${rule}: ${name}`));
}

/** A release as rules look at it: workloads are pod templates, services the containers that run indefinitely. */
function viewOf(objects) {
  const workloads = objects.flatMap((object) => {
    const template = podTemplateOf(object);
    if (!template) return [];
    const { kind, spec } = object;
    return [
      { name: identity(object), kind, replicas: spec.replicas, labels: template.metadata.labels, spec: template.spec },
    ];
  });
  const containersOf = ({ name, spec }, lists) =>
    lists.flatMap((list) => (spec[list] ?? []).map((each) => ({ ...each, name: `${name}: ${each.name}` })));
  return {
    objects,
    of: (...kinds) => objects.filter(({ kind }) => kinds.includes(kind)),
    workloads,
    containers: workloads.flatMap((workload) => containersOf(workload, ['initContainers', 'containers'])),
    services: workloads
      .filter(({ kind }) => !/Job/.test(kind))
      .flatMap((workload) => containersOf(workload, ['containers'])),
  };
}

/** The names of those that break a rule. */
function named(all, breaks) {
  return all.filter(breaks).map((each) => (each.metadata ? identity(each) : each.name));
}

function addressesOf({ metadata, spec }) {
  return spec.ports.flatMap(({ name, port }) => [`${metadata.name}:${port}`, `${metadata.name}:${name}`]);
}

function portsOf({ spec }) {
  return spec.containers.flatMap(({ ports = [] }) => ports.flatMap(({ name, containerPort }) => [name, containerPort]));
}

function portNumbers({ ports = [] }) {
  return ports.flatMap(({ containerPort, hostPort }) => [containerPort, hostPort].filter(Boolean));
}

function probesClosedPort(probe) {
  return (container) => {
    const { httpGet, tcpSocket, grpc } = container[probe] ?? {};
    const port = (httpGet ?? tcpSocket ?? grpc)?.port;
    return port !== undefined && !portsOf({ spec: { containers: [container] } }).includes(port);
  };
}
