import { join } from 'node:path';

const MIB = { Mi: 1, Gi: 1024 };

/**
 * The containers of a rendered chart's pods, in one network: on one machine they all have its loopback, so each gets a
 * health port of its own.
 * @param objects of the chart
 * @param folder where volumes are
 * @returns for each pod of a workload or job `{ name, isJob, inits, main }`, the latter as arguments of `docker run`
 */
export function podContainers(objects, folder) {
  const values = valuesByName(objects);
  return objects.filter(runsPods).map(({ kind, metadata, spec }, index) => {
    const { securityContext, initContainers = [], containers, volumes } = spec.template.spec;
    const setting = { values, volumes, securityContext, folder: join(folder, metadata.name), healthPort: 8100 + index };
    const run = (container) => runArguments(container, setting);
    return { name: metadata.name, isJob: kind === 'Job', inits: initContainers.map(run), main: run(containers[0]) };
  });
}

/** The names that the pods know each other by: those of the chart's Services. */
export function serviceNames(objects) {
  return objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
}

/**
 * Files that the volumes of the pods hold at first.
 * @returns `{ path, files }` of each, `files` the contents by name, none for a volume that begins empty
 */
export function podVolumes(objects, folder) {
  const values = valuesByName(objects);
  return objects.filter(runsPods).flatMap(({ metadata, spec }) =>
    spec.template.spec.volumes.map((volume) => ({
      path: pathOf(volume, join(folder, metadata.name)),
      files: values.get(sourceOf(volume)) ?? {},
    })),
  );
}

/** Whether an object's pods run here. Those of a CronJob do not, because a Job of the same chart does the same once. */
function runsPods({ kind }) {
  return ['Deployment', 'StatefulSet', 'Job'].includes(kind);
}

function valuesByName(objects) {
  const holders = objects.filter(({ kind }) => ['ConfigMap', 'Secret'].includes(kind));
  return new Map(
    holders.map(({ kind, metadata, data, stringData }) => [`${kind}/${metadata.name}`, data ?? stringData]),
  );
}

function runArguments(container, { values, volumes, securityContext, folder, healthPort }) {
  const { image, command = [], args = [], env = [], volumeMounts = [], resources } = container;
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(resources.limits.memory);
  const variables = env.map(({ name, value, valueFrom }) => [name, value ?? secretValue(values, valueFrom)]);
  const mounts = volumeMounts.map(({ name, mountPath, readOnly }) => {
    const path = pathOf(
      volumes.find((volume) => volume.name === name),
      folder,
    );
    return `${path}:${mountPath}${readOnly ? ':ro' : ''}`;
  });
  return [
    ...['--user', `${securityContext.runAsUser}:${securityContext.runAsGroup}`, '--read-only', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--memory', `${amount * MIB[unit]}m`],
    ...variables.flatMap(([name, value]) => ['--env', `${name}=${name === 'HEALTH_PORT' ? healthPort : value}`]),
    ...mounts.flatMap((mount) => ['--volume', mount]),
    ...command.slice(0, 1).flatMap((program) => ['--entrypoint', program]),
    ...[image, ...command.slice(1), ...args],
  ];
}

function secretValue(values, { secretKeyRef: { name, key } }) {
  return values.get(`Secret/${name}`)[key];
}

/** A claim's volume belongs to all pods that name it, others to one. */
function pathOf({ name, persistentVolumeClaim }, folder) {
  return persistentVolumeClaim ? join(folder, '..', persistentVolumeClaim.claimName) : join(folder, name);
}

function sourceOf({ secret, configMap }) {
  if (secret) return `Secret/${secret.secretName}`;
  return configMap && `ConfigMap/${configMap.name}`;
}
