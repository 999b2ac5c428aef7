import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../apps/local/bootstrap/paths.mjs';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { run } from './run.mjs';
import { until } from './until.mjs';

const CLIENT = '/usr/bin/docker';
/** Results of build steps that stay in the cache, in addition to images. */
const KEPT = '8GB';

/** The folder that the engine keeps from one run to the next, and the mark that a part of it is lost. */
const DATA = cacheFolder('cluster', 'docker');
const DAMAGED = join(cacheFolder('cluster'), 'docker-damaged');
/** The words of the engine when the result of a build step is listed and not there: a killed run can leave it so. */
const LOST = /snapshot \S+ not found/;

/**
 * Debian's container engine, for building images: on the machine's network, which it leaves as it is. Its layers are kept
 * in the cache from one run to the next.
 */
export class Engine {
  constructor(host) {
    this.env = { ...process.env, DOCKER_HOST: host, DOCKER_BUILDKIT: '1', DOCKER_CONFIG: '/nonexistent' };
  }

  /** @throws Error with the engine's last words when it does not start */
  static async start(folder) {
    const socket = join(folder, 'docker.sock');
    const engine = new Engine(`unix://${socket}`);
    const log = openSync(join(folder, 'logs/dockerd'), 'a');
    if (existsSync(DAMAGED)) {
      rmSync(DATA, { recursive: true, force: true });
      rmSync(DAMAGED);
    }
    spawn(
      '/usr/sbin/dockerd',
      [
        ...['--data-root', DATA, '--exec-root', join(folder, 'docker')],
        ...['--pidfile', join(folder, 'dockerd.pid'), '--host', `unix://${socket}`],
        ...['--bridge', 'none', '--iptables=false', '--ip6tables=false', '--ip-forward=false'],
      ],
      { stdio: ['ignore', log, log] },
    );
    try {
      await until('the engine answers', () => engine.docker('version'), 60_000);
    } catch (error) {
      const lastWords = readFileSync(join(folder, 'logs/dockerd'), 'utf8').trim().split('\n').at(-1);
      throw new Error(`${error.message}\n${lastWords}`, { cause: error });
    }
    await engine.removeContainers();
    return engine;
  }

  async docker(...args) {
    try {
      return await run(CLIENT, args, { env: this.env });
    } catch (error) {
      if (LOST.test(error.message)) {
        writeFileSync(DAMAGED, '');
        report('The cache of the container engine is damaged: the next run begins without it.');
      }
      throw error;
    }
  }

  /** Builds an image; `args` are further arguments of `docker build`. */
  build(tag, { file, context, args = [] }) {
    return this.docker('build', '--network', 'host', '--file', file, '--tag', tag, ...args, context);
  }

  async has(image) {
    return (await this.docker('image', 'ls', '--quiet', image)).trim() !== '';
  }

  /** Starts to write images as one archive, which the process returned prints. */
  save(images) {
    return spawn(CLIENT, ['save', ...images], { env: this.env, stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** Removes the containers of a run before: their processes ended with it, their files are in the cache. */
  async removeContainers() {
    const ids = (await this.docker('container', 'ls', '--all', '--quiet')).split('\n').filter(Boolean);
    if (ids.length > 0) await this.docker('container', 'rm', '--force', '--volumes', ...ids);
  }

  /** Bounds what the cache keeps: replaced images are removed, and the build steps that have not been used for longest. */
  async prune() {
    await this.docker('image', 'prune', '--force');
    await this.docker('builder', 'prune', '--force', '--keep-storage', KEPT).catch((error) => {
      if (!existsSync(DAMAGED)) throw error; // else the next run begins without the cache
    });
  }
}
