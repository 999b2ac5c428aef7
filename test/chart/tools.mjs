import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Advice, say } from '../../apps/local/bootstrap/advice.mjs';
import { cacheFolder } from '../../apps/local/bootstrap/paths.mjs';
import { findGo } from './go.mjs';
import { TOOLS } from './paths.mjs';

const run = promisify(execFile);

/** A folder below test/chart/tools is a Go module that pins programs and everything they are built from. */
const MODULES = {
  helm: ['helm', 'helm-unittest', 'kubeconform'],
  score: ['kube-score'],
  'api-server': ['kube-apiserver'],
};
const CHECKING = ['helm', 'score'];

/** What a release of Helm says of itself; without it the oldest Kubernetes would be assumed. */
const KUBERNETES_MINOR = 36;
const LINKED = ['chartutil', 'lint/rules'].map(
  (name) => `-X helm.sh/helm/v3/pkg/${name}.k8sVersionMinor=${KUBERNETES_MINOR}`,
);
/** For all of them together; on two idle cores those that check the chart take half of it. */
const BUILD_TIMEOUT_MS = 11 * 60_000;

/**
 * The programs of these modules (default: those that check the chart), by name. They are built once and kept outside the
 * repository, under a name that stands for everything they are made of.
 * @returns the paths of the programs
 * @throws Advice when they cannot be built here
 */
export async function ensureTools(modules = CHECKING, timeoutMs = BUILD_TIMEOUT_MS) {
  const paths = {};
  const deadlineMs = Date.now() + timeoutMs;
  for (const module of modules) {
    const programs = MODULES[module];
    const folder = await ensureModule(module, programs, deadlineMs);
    for (const program of programs) paths[program] = join(folder, program);
  }
  return paths;
}

async function ensureModule(module, programs, deadlineMs) {
  const source = join(TOOLS, module);
  const sums = ['go.mod', 'go.sum'].map((file) => readFileSync(join(source, file), 'utf8'));
  const key = createHash('sha256').update([...sums, ...LINKED, process.platform, process.arch].join('\n'));
  const folder = join(cacheFolder('tools'), `${module}-${key.digest('hex').slice(0, 16)}`);
  if (programs.every((program) => existsSync(join(folder, program)))) return folder;

  const { go } = await findGo();
  say(`Building ${programs.join(', ')} from the Go module proxy (some minutes, once) …`);
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const env = {
    ...process.env,
    GOBIN: unfinished,
    CGO_ENABLED: '0',
    GOFLAGS: '-mod=readonly -trimpath',
    GOWORK: 'off',
  };
  try {
    const args = ['install', `-ldflags=-s -w ${LINKED.join(' ')}`, 'tool'];
    await run(go, args, { cwd: source, env, timeout: Math.max(1, deadlineMs - Date.now()), maxBuffer: 1 << 26 });
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    const reason = error.killed ? 'not done in time' : lastLines(error.stderr);
    throw new Advice(
      `The chart's tools could not be built in ${source}:\n${reason}\n` +
        'They need a Go module proxy (GOPROXY) once. Run the same command again when it can be reached.',
    );
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return folder;
}

function lastLines(text = '') {
  return text.trim().split('\n').slice(-8).join('\n');
}
