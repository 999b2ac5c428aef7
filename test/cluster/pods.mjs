import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeControlGroup } from './control-group.mjs';
import { makeKey } from './make-key.mjs';
import { podContainers, podVolumes, serviceNames } from './pod-containers.mjs';
import { run } from './run.mjs';
import { controlGroup } from './sweep.mjs';
import { until } from './until.mjs';

/** Holds the network that all pods have in common. */
const NETWORK = 'network';
const PAUSE = 'framewright-cluster/pause:1';
const READY_TIMEOUT_MS = 180_000;

/** The pods of a rendered chart as containers of an engine, without a cluster. */
export class Pods {
  callersEnv = {};

  /** @param objects of the chart */
  constructor(engine, folder, objects) {
    this.engine = engine;
    this.folder = join(folder, 'pods');
    this.group = controlGroup(folder);
    this.objects = objects;
  }

  /** Starts all at once, as a cluster does; returns once every job has ended well and every service is healthy. */
  async start() {
    makeControlGroup(this.group);
    for (const volume of podVolumes(this.objects, this.folder)) makeVolume(volume);
    const hosts = serviceNames(this.objects).flatMap((name) => ['--add-host', `${name}:127.0.0.1`]);
    await this.docker('run', '--detach', '--name', NETWORK, '--network', 'none', ...hosts, PAUSE);
    const pid = await this.docker('inspect', '--format', '{{.State.Pid}}', NETWORK);
    this.network = `/proc/${pid.trim()}/ns/net`;
    const pods = podContainers(this.objects, this.folder);
    await Promise.all(pods.map((pod) => this.startPod(pod)));
    await until('every container is ready', () => this.expectReady(pods), READY_TIMEOUT_MS);
  }

  async startPod({ name, isJob, inits, main }) {
    const common = ['--network', `container:${NETWORK}`, '--cgroup-parent', `/${this.group}`];
    for (const init of inits) await this.docker('run', '--rm', ...common, ...init);
    const again = isJob ? ['--restart', 'on-failure'] : []; // services need no second start
    await this.docker('run', '--detach', '--name', name, ...again, ...common, ...main);
  }

  /** Expects pods to be ready. A container whose image has no health command is ready when it runs. */
  async expectReady(pods) {
    const lines = await this.docker('ps', '--all', '--format', '{{.Names}}\t{{.Status}}');
    const statuses = new Map(lines.split('\n').map((line) => line.split('\t')));
    const waiting = pods.filter(({ name, isJob }) => {
      const status = statuses.get(name) ?? '';
      return !(isJob ? /^Exited \(0\)/ : /^Up [^(]*(\(healthy\))?$/).test(status);
    });
    if (waiting.length === 0) return;
    const words = waiting.map(async ({ name }) => `${name}: ${statuses.get(name)}\n${await this.lastWords(name)}`);
    throw new Error((await Promise.all(words)).join('\n'));
  }

  lastWords(name) {
    return run('/usr/bin/docker', ['logs', '--tail', '5', name], { env: this.engine.env }).catch(
      (error) => error.message,
    );
  }

  /** Makes an organization with credits and returns a key of it, by the operator's command in the gateway's container. */
  makeKey() {
    const gateway = podContainers(this.objects, this.folder).find(({ name }) => name.endsWith('-gateway')).name;
    const command = ['exec', gateway, 'node', 'dist/apps/gateway/src/operator/main.js'];
    return makeKey(async (...args) => JSON.parse(await this.docker(...command, ...args)));
  }

  /** Runs a program in the pods' network. */
  run(program, args, options) {
    return run('nsenter', [`--net=${this.network}`, program, ...args], options);
  }

  docker(...args) {
    return this.engine.docker(...args);
  }
}

/** Makes a volume that the users of several images may write to. */
function makeVolume({ path, files }) {
  mkdirSync(path, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  chmodSync(path, 0o777);
}
