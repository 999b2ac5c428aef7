import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeControlGroup } from '../control-group.mjs';
import { run } from '../run.mjs';
import { controlGroup } from '../sweep.mjs';
import { until } from '../until.mjs';

/** The stand-ins for the images from which the project's are built, and for those that run beside them. */
const BASE_IMAGES = [
  ...['docker/dockerfile:1', 'node:26-bookworm-slim', 'debian:bookworm-slim'],
  ...['postgres:18.1-alpine', 'nats:2.12.2-alpine', 'versity/versitygw:v1.8.0'],
];

/**
 * A machine with a current Docker, in a network namespace of its own. slirp4netns, a network stack in user space, is its
 * uplink, so that builds reach the registries and nothing of the real machine's network is changed.
 */
export class Machine {
  constructor(folder, tools) {
    this.folder = join(folder, 'machine');
    this.logs = join(folder, 'logs');
    this.group = controlGroup(folder);
    this.tools = tools;
    this.programs = [];
  }

  static async start(folder, tools) {
    const machine = new Machine(folder, tools);
    for (const part of ['programs', 'config/cli-plugins']) mkdirSync(join(machine.folder, part), { recursive: true });
    makeControlGroup(machine.group);
    await machine.startNetwork();
    await machine.startEngine();
    return machine;
  }

  /** A user's environment: the programs that deploy/README.md names, and the engine's address. */
  get env() {
    return {
      PATH: `${join(this.folder, 'programs')}:/usr/sbin:/usr/bin:/sbin:/bin`,
      HOME: this.folder,
      DOCKER_HOST: `unix://${join(this.folder, 'docker.sock')}`,
      DOCKER_CONFIG: join(this.folder, 'config'),
    };
  }

  callersEnv = {};

  /** Runs a program on the machine. */
  run(program, args, { env, ...options } = {}) {
    return run('nsenter', [`--net=${this.network}`, program, ...args], { ...options, env: { ...this.env, ...env } });
  }

  /** Starts a program on the machine. */
  spawn(program, args, env = {}) {
    return spawn('nsenter', [`--net=${this.network}`, program, ...args], {
      env: { ...this.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }

  docker(...args) {
    return this.run('docker', args);
  }

  /** Copies images from another engine; default: those that the project's images need. */
  load(engine, images = BASE_IMAGES) {
    return this.run('docker', ['load', '--quiet'], { input: engine.save(images).stdout });
  }

  async startNetwork() {
    const holder = this.start('network', 'unshare', ['--net', 'sleep', 'infinity']);
    this.network = `/proc/${holder.pid}/ns/net`;
    const outer = readlinkSync('/proc/self/ns/net');
    await until('the machine has a network', () => readlinkSync(this.network) !== outer, 10_000, 50);
    const uplink = ['--configure', '--mtu=65520', '--disable-host-loopback', String(holder.pid), 'uplink'];
    this.start('slirp4netns', '/usr/bin/slirp4netns', uplink);
    const routes = () => this.run('ip', ['route']);
    await until('the machine has an uplink', async () => (await routes()).includes('default via'), 10_000, 100);
  }

  async startEngine() {
    const programs = { node: process.execPath, docker: '/usr/bin/docker' };
    for (const [name, path] of Object.entries(programs)) symlinkSync(path, join(this.folder, 'programs', name));
    const plugins = { 'docker-compose': this.tools['docker-compose'], 'docker-buildx': this.tools['docker-buildx'] };
    for (const [name, path] of Object.entries(plugins))
      symlinkSync(path, join(this.folder, 'config/cli-plugins', name));
    const file = join(this.folder, 'dockerd.json');
    writeFileSync(file, JSON.stringify(this.engineConfiguration()));
    // Debian's client speaks version 1.41 of the API; compose is a program of its own and speaks a newer one.
    const env = { ...this.env, DOCKER_MIN_API_VERSION: '1.41' };
    this.start('dockerd-current', 'nsenter', [`--net=${this.network}`, this.tools.dockerd, '--config-file', file], env);
    await until('the current engine answers', () => this.docker('version'), 60_000);
  }

  engineConfiguration() {
    return {
      hosts: [this.env.DOCKER_HOST],
      'data-root': join(this.folder, 'data'),
      'exec-root': join(this.folder, 'state'),
      pidfile: join(this.folder, 'dockerd.pid'),
      'userland-proxy-path': this.tools['docker-proxy'],
      'cgroup-parent': `/${this.group}`,
      'exec-opts': ['native.cgroupdriver=cgroupfs'],
      features: { 'time-namespaces': false }, // Debian's runc knows none
    };
  }

  start(name, program, args, env = process.env) {
    const log = openSync(join(this.logs, name), 'a');
    const child = spawn(program, args, { env, stdio: ['ignore', log, log] });
    this.programs.push(child);
    return child;
  }

  /** Switches the machine off and frees its disk, which is a third of what a run needs. */
  async remove() {
    for (const child of this.programs.reverse()) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await run('rm', ['--recursive', this.folder]);
  }
}
