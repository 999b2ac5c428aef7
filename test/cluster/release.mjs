import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { makeKey } from './make-key.mjs';
import { until } from './until.mjs';

/** A release of the chart on a node. */
export class Release {
  /**
   * @param tags of images by component, where they differ from the release's
   * @param source the checkout whose chart is installed
   */
  constructor(node, { name, namespace, tags = {}, source = ROOT }) {
    this.node = node;
    this.name = name;
    this.namespace = namespace;
    this.tags = tags;
    /** Components that have no pods. */
    this.absent = [];
    this.chart = join(source, 'helm/framewright');
    /** Warnings of the API server. */
    this.warnings = [];
  }

  install(...valueFiles) {
    return this.helm('install', valueFiles);
  }

  /** Default: the release's chart and the images of this checkout. */
  async helm(command, valueFiles, { chart = this.chart, tag = 'latest' } = {}, ...args) {
    const tags = Object.entries(this.tags).map(([component, each]) => `components.${component}.image.tag=${each}`);
    const absent = this.absent.map((component) => `components.${component}.replicas=0`);
    const set = [`image.tag=${tag}`, ...tags, ...absent].flatMap((value) => ['--set', value]);
    const values = [...valueFiles.flatMap((file) => ['--values', file]), ...set];
    const printed = await this.node.helm(command, this.name, chart, '--namespace', this.namespace, ...values, ...args);
    this.warnings.push(...printed.split('\n').filter((line) => /PodSecurity/.test(line)));
  }

  uninstall(...args) {
    return this.node.helm('uninstall', this.name, '--namespace', this.namespace, '--wait', '--timeout', '3m', ...args);
  }

  /** Rolls back to the revision before. */
  rollback(...args) {
    return this.node.helm('rollback', this.name, '--namespace', this.namespace, ...args);
  }

  kubectl(...args) {
    return this.node.kubectl('--namespace', this.namespace, ...args);
  }

  /** The objects of a kind in the release's namespace. */
  list(kind) {
    return this.node.api.list(kind, this.namespace);
  }

  /** Waits until every workload has the pods that it wants and every job has ended without a failure. */
  async untilReady(timeoutMs) {
    try {
      await until('every pod is ready', () => this.expectReady(), timeoutMs, 1_000);
    } catch (error) {
      throw new Error(`${error.message}\n${await this.describe()}`, { cause: error });
    }
  }

  async expectReady() {
    const lists = await Promise.all(['deployments', 'statefulsets', 'jobs'].map((kind) => this.list(kind)));
    // A CronJob's jobs come and go.
    const own = lists.flat().filter(({ metadata }) => !metadata.ownerReferences);
    const waiting = own.filter((item) => !isDone(item)).map(({ metadata }) => metadata.name);
    if (waiting.length > 0) throw new Error(waiting.join(', '));
  }

  /** The pods, and the last words of those that are not ready. */
  async describe() {
    const pods = await this.list('pods');
    const troubled = pods.filter(({ status }) =>
      status.containerStatuses?.some(({ ready, restartCount }) => !ready && restartCount > 0),
    );
    const words = troubled.map(async ({ metadata: { name }, spec: { containers } }) => {
      return `${name}:\n${await this.wordsBeforeRestart(name, containers[0].name)}`;
    });
    return [await this.kubectl('get', 'pods'), ...(await Promise.all(words))].join('\n');
  }

  /** Expects that Pod Security has neither warned of an object nor refused a pod. */
  async expectNoWarnings() {
    const events = await this.list('events');
    const refused = events.map(({ message }) => message).filter((message) => /PodSecurity|violates/.test(message));
    const all = [...this.warnings, ...refused];
    if (all.length > 0) throw new Error(all.join('\n'));
  }

  /**
   * Expects that no container has failed, in pods that run and in pods whose work is done.
   * @param component default: every component
   */
  async expectNoRestarts(component) {
    const pods = (await this.list('pods')).filter(
      ({ metadata }) => !component || metadata.labels['app.kubernetes.io/component'] === component,
    );
    const statuses = pods.flatMap(({ metadata, status }) => {
      const containers = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
      return containers.map(({ name, restartCount }) => ({ name: `${metadata.name}/${name}`, restartCount }));
    });
    const restarted = statuses.filter(({ restartCount }) => restartCount > 0);
    if (statuses.length > 0 && restarted.length === 0) return;
    const words = await Promise.all(restarted.map(({ name }) => this.wordsBeforeRestart(...name.split('/'))));
    throw new Error(`restarted: ${JSON.stringify(restarted)}\n${words.join('\n')}`);
  }

  /** The last lines that a container logged before it was started again. */
  wordsBeforeRestart(pod, container) {
    const args = ['logs', pod, '--container', container, '--previous', '--tail', '12'];
    return this.kubectl(...args).catch((error) => error.message);
  }

  /** The memory that each pod uses now, in MiB, by component. */
  async memoryMib() {
    const begun = Date.now();
    return until('the kubelet has measured every pod', () => this.measuredSince(begun), 60_000, 1_000);
  }

  /** @returns false while the kubelet still answers with an earlier measurement */
  async measuredSince(time) {
    const { pods } = await this.node.api.read('/api/v1/nodes/node/proxy/stats/summary');
    const own = (await this.list('pods')).filter(({ status }) => status.phase === 'Running');
    const used = own.map(({ metadata }) => {
      const { memory } = pods.find(({ podRef }) => podRef.uid === metadata.uid) ?? {};
      const isNew = Date.parse(memory?.time) > time;
      return [metadata.labels['app.kubernetes.io/component'], isNew && Math.round(memory.workingSetBytes / 2 ** 20)];
    });
    return used.every(([, mib]) => mib > 0) && Object.fromEntries(used);
  }

  /** The last lines that a component has logged. */
  log(component, lines = 15) {
    return this.kubectl('logs', `deployment/${this.name}-framewright-${component}`, '--tail', String(lines));
  }

  /** Makes an organization with credits and returns a key of it, by the operator's command in the gateway's pod. */
  makeKey() {
    return makeKey((...args) => this.operator(...args));
  }

  async operator(...args) {
    const program = 'dist/apps/gateway/src/operator/main.js';
    const command = ['exec', `deployment/${this.name}-framewright-gateway`, '--', 'node', program, ...args];
    return JSON.parse(await this.kubectl(...command));
  }

  async scale(component, replicas) {
    await this.kubectl('scale', `deployment/${this.name}-framewright-${component}`, `--replicas=${replicas}`);
  }

  /** Makes a component reachable on a port of the node's loopback. */
  async forward(component, port, remotePort) {
    const target = `service/${this.name}-framewright-${component}`;
    const args = ['--namespace', this.namespace, 'port-forward', target, `${port}:${remotePort}`];
    const child = this.node.spawn(this.node.tools.kubectl, args);
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`no way to ${target}`))),
    ]);
    return child;
  }
}

function isDone({ spec, status }) {
  if ('completions' in spec) return status.succeeded === 1;
  return (status.readyReplicas ?? 0) === spec.replicas && (status.updatedReplicas ?? 0) === spec.replicas;
}
