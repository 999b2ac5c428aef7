import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userPrograms } from './user-programs.mjs';

/** The name of the cluster as kind would have it, so that skaffold hands it the images that it has built. */
const CONTEXT = 'kind-node';

/**
 * skaffold in a checkout, with the programs that deploy/README.md names.
 */
export class Skaffold {
  constructor(setting, checkout) {
    const { node, folder } = setting;
    this.node = node;
    this.checkout = checkout;
    this.log = join(folder, 'logs/skaffold');
    const kubeconfig = join(folder, 'skaffold.kubeconfig');
    writeFileSync(kubeconfig, JSON.stringify(namedContext(JSON.parse(readFileSync(node.kubeconfig, 'utf8')))));
    this.env = {
      ...userPrograms(setting),
      KUBECONFIG: kubeconfig,
      SKAFFOLD_UPDATE_CHECK: 'false',
      SKAFFOLD_INTERACTIVE: 'false',
    };
  }

  /** Starts a command that lasts. */
  start(...args) {
    const log = openSync(this.log, 'a');
    this.process = spawn('nsenter', [`--net=/run/netns/${this.node.network}`, this.node.tools.skaffold, ...args], {
      cwd: this.checkout,
      stdio: ['ignore', log, log],
      env: this.env,
    });
  }

  /** @throws Error with the end of its output when the command that was started ends before `work` has */
  async whileItLasts(work) {
    const ended = once(this.process, 'exit').then(([code]) => Promise.reject(new Error(`skaffold ended with ${code}`)));
    ended.catch(() => undefined);
    try {
      await Promise.race([work, ended]);
    } catch (error) {
      throw new Error(`${error.message}\n${this.lastWords()}`, { cause: error });
    }
  }

  /** Ends the command that was started, as Ctrl-C does. */
  async stop() {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGINT');
    await ended;
  }

  /** @throws Error with the end of its output unless the command succeeds */
  async run(...args) {
    this.start(...args);
    const [code] = await once(this.process, 'exit');
    if (code !== 0) throw new Error(`skaffold ended with ${code}\n${this.lastWords()}`);
  }

  lastWords() {
    return readFileSync(this.log, 'utf8').split('\n').slice(-40).join('\n');
  }
}

function namedContext(config) {
  const contexts = config.contexts.map((each) => ({ ...each, name: CONTEXT }));
  return { ...config, contexts, 'current-context': CONTEXT };
}
