import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { userPrograms } from './user-programs.mjs';

/** A user's shell in a folder, on the node's network, with the programs that deploy/README.md names. */
export class Shell {
  constructor(setting, folder) {
    this.node = setting.node;
    this.options = { cwd: folder, env: userPrograms(setting) };
    this.log = join(setting.folder, 'logs/shell');
    this.functions = [];
  }

  /** Types lines and returns what they print. */
  type(lines) {
    return this.node.run('bash', ['-c', this.script(lines)], this.options);
  }

  /** Types the definition of a function, which later lines call. */
  define(line) {
    this.functions.push(line);
  }

  /** Types a line that leaves a program behind. */
  start(line) {
    const log = openSync(this.log, 'a');
    const command = [`--net=/run/netns/${this.node.network}`, 'bash', '-c', this.script(line)];
    this.left = spawn('nsenter', command, { ...this.options, stdio: ['ignore', log, log], detached: true });
  }

  /** Ends what was started. */
  close() {
    process.kill(-this.left.pid);
  }

  /** A script that ends with the first line that fails. */
  script(lines) {
    return ['set -e', ...this.functions, lines].join('\n');
  }
}
