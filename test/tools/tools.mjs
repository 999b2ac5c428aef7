import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { cacheFolder } from '../../apps/local/bootstrap/paths.mjs';
import { withLock } from '../../apps/local/bootstrap/lock.mjs';
import { findGo } from './go.mjs';

const run = promisify(execFile);

/**
 * The programs by module. Each module is a folder beside this file, a Go module that pins the programs and everything
 * they are built from.
 */
const MODULES = {
  helm: ['helm', 'helm-unittest', 'kubeconform'],
  score: ['kube-score'],
  prometheus: ['promtool'],
  nats: ['nats-server'],
  kubernetes: ['kube-apiserver', 'kube-controller-manager', 'kube-proxy', 'kube-scheduler', 'kubectl', 'kubelet'],
  coredns: ['coredns'],
  'dockerfile-frontend': ['dockerfile-frontend'],
  versitygw: ['versitygw'],
  'oapi-codegen': ['oapi-codegen'],
  'metrics-server': ['metrics-server'],
  'prometheus-server': ['prometheus'],
  keda: ['operator', 'adapter'],
  'device-plugin': ['device-plugin'],
  skaffold: ['skaffold'],
  'docker-engine': ['dockerd', 'docker-proxy'],
  'docker-plugins': ['docker-buildx', 'docker-compose'],
};
const CHECKING = ['helm', 'score', 'prometheus', 'nats'];
/** Build tags. promtool only checks rules, so it needs no service discovery; the server finds pods. */
const TAGS = {
  prometheus: 'remove_all_sd',
  'prometheus-server': 'remove_all_sd,enable_kubernetes_sd',
  'docker-engine': 'no_btrfs,exclude_graphdriver_btrfs,exclude_graphdriver_zfs,exclude_disk_quota',
};
/** Programs that are called differently from their packages. */
const NAMES = { 'docker-plugins': { buildx: 'docker-buildx', cmd: 'docker-compose' } };

/** Kubernetes version that a release of Helm states; without it the oldest would be assumed. */
const KUBERNETES_MINOR = 36;
const LINKED = ['chartutil', 'lint/rules'].map(
  (name) => `-X helm.sh/helm/v3/pkg/${name}.k8sVersionMinor=${KUBERNETES_MINOR}`,
);
/** Version that Kubernetes' programs state. */
const KUBERNETES = ['gitVersion=v1.36.3', 'gitMajor=1', `gitMinor=${KUBERNETES_MINOR}`].map(
  (fact) => `-X k8s.io/component-base/version.${fact}`,
);
/** Linker flags of Docker's plugins: Compose refuses a buildx that does not state a version. */
const PLUGINS = ['buildx/version.Version=v0.33.0', 'compose/v5/internal.Version=v5.1.0'].map(
  (fact) => `-X github.com/docker/${fact}`,
);
/** Linker flags of a single module. */
const LINKED_ALONE = { kubernetes: KUBERNETES, 'docker-plugins': PLUGINS };
/**
 * Manifests with which a program is installed in a cluster, as its Go module brings them; they go beside the program.
 */
const MANIFESTS = {
  'metrics-server': { of: 'sigs.k8s.io/metrics-server', folder: 'manifests' },
  keda: { of: 'github.com/kedacore/keda/v2', folder: 'config' },
};
/**
 * Time limit for all programs that are asked for together, ms. On two idle cores, those that check the chart take a
 * third of it.
 */
const BUILD_TIMEOUT_MS = 20 * 60_000;

/**
 * The programs of these modules (default: those that check the chart), by name, and their manifests. They are built once
 * and kept outside the repository, under a name that stands for everything they are made of.
 * @returns the paths of the programs
 * @throws UserError when they cannot be built here
 */
export async function ensureTools(modules = CHECKING, timeoutMs = BUILD_TIMEOUT_MS) {
  const paths = {};
  const deadlineMs = Date.now() + timeoutMs;
  for (const module of modules) {
    const programs = MODULES[module];
    const folder = await ensureModule(module, programs, deadlineMs);
    for (const program of programs) paths[program] = join(folder, program);
    if (MANIFESTS[module]) paths[`${module} manifests`] = join(folder, 'manifests');
  }
  return paths;
}

async function ensureModule(module, programs, deadlineMs) {
  const source = fileURLToPath(new URL(module, import.meta.url));
  const sums = ['go.mod', 'go.sum'].map((file) => readFileSync(join(source, file), 'utf8'));
  const made = [...sums, ...linked(module), process.platform, process.arch, TAGS[module]].filter(Boolean);
  const key = createHash('sha256').update(made.join('\n'));
  const folder = join(cacheFolder('tools'), `${module}-${key.digest('hex').slice(0, 16)}`);
  const wanted = MANIFESTS[module] ? [...programs, 'manifests'] : programs;
  const isThere = () => wanted.every((each) => existsSync(join(folder, each)));
  if (!isThere()) {
    await withLock(`${folder}.lock`, async () => {
      if (!isThere()) await build(source, programs, { module, folder, deadlineMs });
    });
  }
  return folder;
}

/** Builds programs with little of the machine, because other tests may run at the same time and have deadlines. */
async function build(source, programs, { module, folder, deadlineMs }) {
  const { go } = await findGo();
  report(`Building ${programs.join(', ')} from the Go module proxy (some minutes, once) …`);
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const env = {
    ...process.env,
    GOBIN: unfinished,
    CGO_ENABLED: '0',
    GOFLAGS: '-mod=readonly -trimpath',
    GOWORK: 'off',
  };
  const args = ['install', `-tags=${TAGS[module] ?? ''}`, `-ldflags=-s -w ${linked(module).join(' ')}`, 'tool'];
  try {
    const timeout = Math.max(1, deadlineMs - Date.now());
    const building = run(go, args, { cwd: source, env, timeout, maxBuffer: 1 << 26 });
    setPriority(building.child.pid, 10);
    await building;
    for (const [built, name] of Object.entries(NAMES[module] ?? {}))
      renameSync(join(unfinished, built), join(unfinished, name));
    await copyManifests(go, module, { source, folder: unfinished });
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    const reason = error.killed ? 'not done in time' : lastLines(error.stderr);
    throw new UserError(
      `${programs.join(', ')} could not be built in ${source}:\n${reason}\n` +
        'A Go module proxy (GOPROXY) is needed once. Run the same command again when it can be reached.',
    );
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}

async function copyManifests(go, module, { source, folder }) {
  if (!MANIFESTS[module]) return;
  const { of, folder: inModule } = MANIFESTS[module];
  const { stdout } = await run(go, ['list', '-mod=readonly', '-m', '-f', '{{.Dir}}', of], { cwd: source });
  cpSync(join(stdout.trim(), inModule), join(folder, 'manifests'), { recursive: true });
}

function linked(module) {
  return [...LINKED, ...(LINKED_ALONE[module] ?? [])];
}

function lastLines(text = '') {
  return text.trim().split('\n').slice(-8).join('\n');
}
