import { describe, expect, it } from '@jest/globals';
import { renderedRelease, withOther } from './rendered-release.js';
import { podFaults, RESTRICTED_CHECKS } from './restricted.mjs';

const POD = renderedRelease().get('Deployment/demo-framewright-gateway');
const HOST_PATH = (path: string) => ({ name: 'x', hostPath: { path } });

/** Faults of a pod's `spec` to which kube-linter would object. */
const BROKEN: readonly (readonly [check: string, path: string, value: unknown])[] = [
  ['automount-service-account-token', 'automountServiceAccountToken', true],
  ['container-runtime-sock', 'volumes.0', HOST_PATH('/run/containerd/containerd.sock')],
  ['docker-sock', 'volumes.0', HOST_PATH('/var/run/docker.sock')],
  ['drop-net-raw-capability', 'containers.0.securityContext.capabilities', { drop: ['CHOWN'] }],
  ['host-ipc', 'hostIPC', true],
  ['host-network', 'hostNetwork', true],
  ['host-pid', 'hostPID', true],
  ['init-container-security-gap', 'initContainers.0.securityContext', undefined],
  ['no-read-only-root-fs', 'containers.0.securityContext.readOnlyRootFilesystem', false],
  ['privilege-escalation-container', 'containers.0.securityContext.allowPrivilegeEscalation', undefined],
  ['privileged-container', 'containers.0.securityContext.privileged', true],
  ['projected-token-long-expiration', 'volumes.0', { name: 'x', projected: { sources: [] } }],
  ['run-as-non-root', 'securityContext.runAsNonRoot', undefined],
  ['sensitive-host-mounts', 'volumes.0', HOST_PATH('/etc')],
  ['unsafe-proc-mount', 'containers.0.securityContext.procMount', 'Unmasked'],
  ['unsafe-sysctls', 'securityContext.sysctls', [{ name: 'net.core.somaxconn', value: '1024' }]],
  ['unset-memory-requirements', 'containers.0.resources.limits.memory', undefined],
  ['writable-host-mount', 'volumes.0', HOST_PATH('/data')],
];

describe('the rules for pods', () => {
  it('are content with a rendered one', () => expect(podFaults(POD!, { writableRoot: false })).toEqual([]));

  it('are each shown to be broken below', () => expect(BROKEN.map(([check]) => check)).toEqual(RESTRICTED_CHECKS));

  it.each(BROKEN)('%s: with other %s', (_check, path, value) => {
    const pod = withOther(POD, `spec.template.spec.${path}`, value);
    expect(podFaults(pod, { writableRoot: false })).not.toEqual([]);
  });
});
