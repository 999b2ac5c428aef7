import { describe, expect, it } from '@jest/globals';
import { LINT_RULES, lintFaults } from './lint-rules.mjs';
import { renderedRelease, withOther } from './rendered-release.js';

const RELEASE = renderedRelease();

/** A violation of each rule: the value at a path of an object. */
const BROKEN: readonly (readonly [rule: string, object: string, path: string, value: unknown])[] = [
  ['configmap-with-credentials', 'ConfigMap/demo-framewright-dashboards', 'data.api_key', 'x'],
  [
    'dangling-horizontalpodautoscaler',
    'HorizontalPodAutoscaler/demo-framewright-gateway',
    'spec.scaleTargetRef.name',
    'x',
  ],
  ['dangling-horizontalpodautoscaler', 'ScaledObject/demo-framewright-renderer', 'spec.scaleTargetRef.name', 'x'],
  ['dangling-ingress', 'Ingress/demo-framewright-gateway', 'spec.rules.0.http.paths.0.backend.service.port.name', 'x'],
  ['dangling-ingress', 'HTTPRoute/demo-framewright-gateway', 'spec.rules.0.backendRefs.0.port', 81],
  [
    'dangling-networkpolicypeer-podselector',
    'NetworkPolicy/demo-framewright-credits',
    'spec.egress.0.to',
    [{ podSelector: { matchLabels: { app: 'x' } } }],
  ],
  ['dangling-servicemonitor', 'ServiceMonitor/demo-framewright-videos', 'spec.endpoints.0.port', 'x'],
  ['dangling-servicemonitor', 'ServiceMonitor/demo-framewright-videos', 'spec.selector.matchLabels.app', 'x'],
  [
    'default-service-account',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.serviceAccountName',
    undefined,
  ],
  ['deprecated-service-account-field', 'Deployment/demo-framewright-gateway', 'spec.template.spec.serviceAccount', 'x'],
  [
    'env-value-from',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.containers.0.env.0.valueFrom.secretKeyRef',
    { name: 'demo-framewright-credits', key: 'x' },
  ],
  [
    'env-var-secret',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.containers.0.env.0',
    { name: 'MY_SECRET', value: 'x' },
  ],
  ['exposed-services', 'Service/demo-framewright-gateway', 'spec.type', 'LoadBalancer'],
  [
    'invalid-target-ports',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.containers.0.ports.0.name',
    'Not_a_name',
  ],
  ['invalid-target-ports', 'Service/demo-framewright-gateway', 'spec.ports.0.targetPort', 'x'],
  ['job-ttl-seconds-after-finished', 'Job/demo-framewright-streams', 'spec.ttlSecondsAfterFinished', undefined],
  [
    'job-ttl-seconds-after-finished',
    'CronJob/demo-framewright-streams',
    'spec.jobTemplate.spec.ttlSecondsAfterFinished',
    600,
  ],
  [
    'liveness-port',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.containers.0.livenessProbe.httpGet.port',
    1,
  ],
  [
    'no-anti-affinity',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.topologySpreadConstraints',
    undefined,
  ],
  [
    'no-liveness-probe',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.containers.0.livenessProbe',
    undefined,
  ],
  [
    'no-readiness-probe',
    'StatefulSet/demo-framewright-nats',
    'spec.template.spec.containers.0.readinessProbe',
    undefined,
  ],
  ['no-rolling-update-strategy', 'Deployment/demo-framewright-gateway', 'spec.strategy.type', 'Recreate'],
  [
    'no-startup-probe',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.containers.0.startupProbe',
    undefined,
  ],
  ['non-existent-service-account', 'Job/demo-framewright-streams', 'spec.template.spec.serviceAccountName', 'x'],
  ['pdb-max-unavailable', 'PodDisruptionBudget/demo-framewright-gateway', 'spec.maxUnavailable', '0%'],
  ['pdb-min-available', 'PodDisruptionBudget/demo-framewright-gateway', 'spec.minAvailable', 2],
  [
    'pdb-unhealthy-pod-eviction-policy',
    'PodDisruptionBudget/demo-framewright-gateway',
    'spec.unhealthyPodEvictionPolicy',
    undefined,
  ],
  [
    'privileged-ports',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.containers.0.ports.0.containerPort',
    80,
  ],
  [
    'readiness-port',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.containers.0.readinessProbe.httpGet.port',
    'x',
  ],
  ['required-labels', 'Secret/demo-framewright-nats', 'metadata.labels', { 'app.kubernetes.io/name': 'x' }],
  ['restart-policy', 'Job/demo-framewright-streams', 'spec.template.spec.restartPolicy', 'Never'],
  ['ssh-port', 'Deployment/demo-framewright-gateway', 'spec.template.spec.containers.0.ports.0.hostPort', 22],
  [
    'startup-port',
    'Deployment/demo-framewright-gateway',
    'spec.template.spec.containers.0.startupProbe.httpGet.port',
    1,
  ],
  ['use-namespace', 'Secret/demo-framewright-nats', 'metadata.namespace', 'default'],
];

describe('the rules for the chart’s objects', () => {
  it('are content with what it renders', () => expect(lintFaults([...RELEASE.values()])).toEqual([]));

  it('are each shown to be broken below', () => {
    expect([...new Set(BROKEN.map(([rule]) => rule))].sort()).toEqual(Object.keys(LINT_RULES).sort());
  });

  it.each(BROKEN)('%s: %s with other %s', (rule, name, path, value) => {
    const broken = new Map(RELEASE).set(name, withOther(RELEASE.get(name), path, value));
    expect(lintFaults([...broken.values()])).toContainEqual(expect.stringMatching(`^${rule}: `));
  });
});
