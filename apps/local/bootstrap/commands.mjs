import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { UserError } from './user-error.mjs';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { PINNED_NODE, ROOT } from './paths.mjs';
import { ensurePrograms } from './programs.mjs';

const MAIN = join(ROOT, 'dist/apps/local/src/main.js');
const LOCAL = ['--enable-source-maps', MAIN];
/** The checks, the longest first, because two run at a time. */
const CHECKS = ['check:lint', 'check:format', 'check:types', 'check:api', 'check:imports', 'check:dead', 'check:words'];

/**
 * The needs of each command, and the program that it runs on the pinned Node. Every script of package.json begins with
 * one.
 */
export const COMMANDS = {
  install: {},
  start: { programs: true, build: true, args: (rest) => [...LOCAL, 'start', ...rest] },
  demo: { programs: true, build: true, args: (rest) => [...LOCAL, 'demo', ...rest] },
  operator: { programs: true, build: true, args: (rest) => [...LOCAL, 'operator', ...rest] },
  fuzz: { programs: true, build: true, args: (rest) => ['test/fuzz/main.ts', ...rest] },
  'fuzz:schemathesis': { programs: true, build: true, args: (rest) => ['test/fuzz/schemathesis/main.ts', ...rest] },
  bench: { programs: true, build: true, args: (rest) => ['test/bench/bench.ts', ...rest] },
  gallery: { programs: true, build: true, args: (rest) => ['test/gallery/gallery.ts', ...rest] },
  'gallery:chromium': { programs: true, build: true, args: (rest) => ['test/gallery/beside-chromium.ts', ...rest] },
  faults: { programs: true, build: true, args: (rest) => ['test/faults/faults.ts', ...rest] },
  golden: { programs: true, build: true, args: (rest) => ['test/golden/golden.ts', ...rest] },
  test: {
    programs: true,
    build: true,
    args: (rest) => ['node_modules/jest/bin/jest.js', '--config', 'test/jest.config.mjs', ...rest],
  },
  'cli:pack': { build: true, args: (rest) => ['apps/cli/package/pack.mjs', ...rest] },
  'preview:pack': { build: true, args: (rest) => ['libs/preview/package/pack.mjs', ...rest] },
  'build:fonts': { build: true, args: () => ['libs/frames/font-files.mjs', 'dist', 'dist/fonts'] },
  'build:preview': { build: true, args: () => ['libs/preview/bundle.mjs', 'dist', 'dist/preview'] },
  manual: { build: true, args: () => ['docs/site/build.mjs'] },
  check: { each: CHECKS },
};

/** Prepares what the command needs and runs it; returns its exit code. */
export async function run(command, rest) {
  const wanted = COMMANDS[command];
  if (!wanted) throw new UserError(`Unknown command "${command}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
  await ensureDependencies();
  if (wanted.each) return runChecks(wanted.each);
  const programs = wanted.programs ? await ensurePrograms() : {};
  if (wanted.build) await ensureBuild();
  if (!wanted.args) return 0;
  return supervise(PINNED_NODE, wanted.args(rest), environment(programs));
}

/**
 * Runs all checks, even after one has failed, because a developer wants to see everything at once. Each keeps one core
 * busy.
 */
async function runChecks(scripts) {
  const waiting = [...scripts];
  const failed = [];
  const runWaiting = async () => {
    for (let script = waiting.shift(); script; script = waiting.shift()) {
      if ((await supervise('npm', ['run', '--silent', script], environment({}))) !== 0) failed.push(script);
    }
  };
  await Promise.all([runWaiting(), runWaiting()]);
  if (failed.length > 0) throw new UserError(`Failed: ${failed.join(', ')}`);
  return 0;
}

/**
 * The environment of a command. Its PATH begins with the pinned Node and the programs found, for whatever starts them
 * by name.
 */
function environment(programs) {
  const folders = new Set([dirname(PINNED_NODE), ...Object.values(programs).map(dirname)]);
  return { ...process.env, ...programs, PATH: [...folders, process.env.PATH].join(delimiter) };
}

/**
 * Runs a command, forwards signals, and returns its exit code. When this process is killed, its channel to our own main
 * closes, and main ends the command. When the npm above it is killed, this process notices its new parent and stops the
 * command.
 */
async function supervise(command, args, env) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    stdio: ['inherit', 'inherit', 'inherit', args.includes(MAIN) ? 'ipc' : 'ignore'],
  });
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill('SIGTERM');
  }, 1_000);
  const [code, signal] = await once(child, 'exit');
  clearInterval(watch);
  return code ?? 128 + constants.signals[signal];
}
