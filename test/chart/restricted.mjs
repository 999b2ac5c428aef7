import { identity } from './value-sets.mjs';

/** Names in kube-linter of the checks that {@link podFaults} makes. */
export const RESTRICTED_CHECKS = [
  'automount-service-account-token',
  'container-runtime-sock',
  'docker-sock',
  'drop-net-raw-capability',
  'host-ipc',
  'host-network',
  'host-pid',
  'init-container-security-gap',
  'no-read-only-root-fs',
  'privilege-escalation-container',
  'privileged-container',
  'projected-token-long-expiration',
  'run-as-non-root',
  'sensitive-host-mounts',
  'unsafe-proc-mount',
  'unsafe-sysctls',
  'unset-memory-requirements',
  'writable-host-mount',
];

/**
 * Faults that keep an object's pods out of a namespace that enforces Pod Security "restricted", and violations of our
 * own rules on top: a read-only root (but for images that compile in place), no token, limited scratch space.
 */
export function podFaults(object, { writableRoot }) {
  const template = podTemplateOf(object);
  if (!template) return [];
  const { spec } = template;
  const faults = [];
  const expect = (ok, what) => ok || faults.push(`${identity(object)}: ${what}`);
  expect(spec.securityContext?.runAsNonRoot === true, 'runAsNonRoot is not set');
  expect(spec.securityContext?.runAsUser > 0, 'runs as root or as the user of the image');
  expect(spec.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'no seccomp profile');
  expect(!spec.hostNetwork && !spec.hostPID && !spec.hostIPC, "uses the host's namespaces");
  expect(!spec.securityContext?.sysctls, 'changes kernel parameters');
  expect(spec.automountServiceAccountToken === false, 'mounts a token it has no use for');
  for (const volume of spec.volumes ?? []) {
    const kind = Object.keys(volume).find((key) => key !== 'name');
    expect(['emptyDir', 'secret', 'configMap', 'persistentVolumeClaim'].includes(kind), `volume kind ${kind}`);
    expect(kind !== 'emptyDir' || volume.emptyDir.sizeLimit, `${volume.name} has no size limit`);
  }
  for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
    const context = container.securityContext ?? {};
    expect(context.allowPrivilegeEscalation === false, `${container.name} may escalate`);
    expect(context.capabilities?.drop?.includes('ALL'), `${container.name} keeps capabilities`);
    expect(!context.capabilities?.add && !context.privileged, `${container.name} is privileged`);
    expect((context.procMount ?? 'Default') === 'Default', `${container.name} sees all of /proc`);
    expect(context.readOnlyRootFilesystem === true || writableRoot, `${container.name} may write to its root`);
    expect(container.resources?.limits?.memory, `${container.name} has no memory limit`);
  }
  return faults;
}

/** A Deployment's, StatefulSet's, Job's or CronJob's pods. */
export function podTemplateOf({ kind, spec }) {
  if (kind === 'CronJob') return spec.jobTemplate.spec.template;
  return ['Deployment', 'StatefulSet', 'Job'].includes(kind) ? spec.template : undefined;
}
