import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { until } from './until.mjs';

const CHART = join(ROOT, 'helm/framewright');

/** A release of the chart on a node. */
export class Release {
  constructor(node, { name, namespace }) {
    this.node = node;
    this.name = name;
    this.namespace = namespace;
    this.warnings = [];
  }

  install(...valueFiles) {
    return this.helm('install', valueFiles);
  }

  async helm(command, valueFiles, ...args) {
    const values = [...valueFiles.flatMap((file) => ['--values', file]), '--set', 'image.tag=latest'];
    await this.node.helm(command, this.name, CHART, '--namespace', this.namespace, ...values, ...args);
  }

  kubectl(...args) {
    return this.node.kubectl('--namespace', this.namespace, ...args);
  }

  get(...args) {
    return this.node.get('--namespace', this.namespace, ...args);
  }

  /** Every workload has the pods it wants, and every job has ended well. */
  untilReady(timeoutMs) {
    return until('every pod is ready', () => this.expectReady(), timeoutMs, 1_000);
  }

  async expectReady() {
    const { items } = await this.get('deployments,statefulsets,jobs');
    const waiting = items.filter((item) => !isDone(item)).map(({ metadata }) => metadata.name);
    if (waiting.length > 0) throw new Error(`${waiting.join(', ')}\n${await this.describe()}`);
  }

  /** The pods, and the last words of those that are not ready. */
  async describe() {
    const { items } = await this.get('pods');
    const troubled = items.filter(({ status }) =>
      status.containerStatuses?.some(({ ready, restartCount }) => !ready && restartCount > 0),
    );
    const words = troubled.map(async ({ metadata: { name } }) => {
      const text = await this.kubectl('logs', name, '--previous', '--tail', '12').catch((error) => error.message);
      return `${name}:\n${text}`;
    });
    return [await this.kubectl('get', 'pods'), ...(await Promise.all(words))].join('\n');
  }

  async expectNoWarnings() {
    const { items } = await this.get('events');
    const refused = items.filter(({ message }) => /PodSecurity|violates/.test(message));
    if (refused.length > 0) throw new Error(refused.map(({ message }) => message).join('\n'));
  }

  /** The last lines that a component has logged. */
  log(component) {
    return this.kubectl('logs', `deployment/${this.name}-framewright-${component}`, '--tail', '15');
  }

  /** Makes an organization with credits and returns a key of it, by the operator's command in the gateway's pod. */
  async makeKey() {
    const organization = await this.operator('organization', 'create', 'Acme');
    await this.operator('credits', 'grant', organization.id, '500');
    const { key } = await this.operator('key', 'create', organization.id, '--kind', 'read_write');
    return key;
  }

  async operator(...args) {
    const program = 'dist/apps/gateway/src/operator/main.js';
    const command = ['exec', `deployment/${this.name}-framewright-gateway`, '--', 'node', program, ...args];
    return JSON.parse(await this.kubectl(...command));
  }

  /** Makes a component reachable on a port of the node's loopback. */
  async forward(component, port, remotePort) {
    const target = `service/${this.name}-framewright-${component}`;
    const args = ['--namespace', this.namespace, 'port-forward', target, `${port}:${remotePort}`];
    const child = spawn('nsenter', ['--net=/run/netns/framewright-cluster', this.node.tools.kubectl, ...args], {
      env: { ...process.env, KUBECONFIG: this.node.kubeconfig },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`no way to ${target}`))),
    ]);
    return child;
  }
}

function isDone({ kind, spec, status }) {
  if (kind === 'Job') return status.succeeded === 1;
  return (status.readyReplicas ?? 0) === spec.replicas && (status.updatedReplicas ?? 0) === spec.replicas;
}
