// node apps/bundle.mjs <dist>
//
// Bundles every program of the services with the modules and packages that it uses, in place of the program: its process
// starts with two thirds of the CPU time. Code that several programs use is in <dist>/chunks. Run after compiling.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';

if (!process.argv[2]) {
  console.error('Usage: node apps/bundle.mjs <dist>, after compiling');
  process.exit(1);
}
const DIST = realpathSync(process.argv[2]);
const LIBS = join(DIST, 'libs');
/** Main modules of processes and of their threads. */
const PROGRAMS = [
  ...readdirSync(join(DIST, 'apps'))
    .filter((app) => app !== 'cli') // bundled as a package: apps/cli/bundle.mjs
    .flatMap((app) => [`apps/${app}/src/main`, `apps/${app}/src/migrate`]),
  'apps/gateway/src/operator/main',
  'apps/gateway/src/http/rows-thread',
  'apps/videos/src/documents/document-worker',
].filter((program) => existsSync(join(DIST, `${program}.js`)));
/** Packages with native code or worker files of their own, and large ones that are loaded on demand. */
const LEFT_OUT = ['@napi-rs/canvas', 'tinypool', 'media-captions', '@opentelemetry/sdk-node'];
/** Stands for the way from a chunk to <dist>. */
const WAY_TO_DIST = '__way_to_dist__';

await build({
  input: Object.fromEntries(PROGRAMS.map((program) => [program, join(DIST, `${program}.js`)])),
  output: {
    dir: DIST,
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    keepNames: true,
  },
  platform: 'node',
  tsconfig: false,
  external: LEFT_OUT,
  resolve: {
    alias: Object.fromEntries(readdirSync(LIBS).map((lib) => [`#libs/${lib}`, join(LIBS, lib, 'src/index.js')])),
  },
  plugins: [{ name: 'module-places', load, renderChunk }],
  onLog,
});

/** Modules find files beside them, such as the program of a thread, by `import.meta.url`: it stays that of their own file. */
function load(id) {
  if (!id.startsWith(DIST) || !id.endsWith('.js')) return null;
  const place = JSON.stringify(`${WAY_TO_DIST}/${relative(DIST, id)}`);
  const code = readFileSync(id, 'utf8').replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
  return { code, map: readFileSync(`${id}.map`, 'utf8') };
}

function renderChunk(code, chunk) {
  const way = relative(dirname(join(DIST, chunk.fileName)), DIST);
  return code.includes(WAY_TO_DIST) ? { code: code.replaceAll(WAY_TO_DIST, way), map: null } : null;
}

/** Frameworks import adapters that are not installed, inside a `try`: they stay imports. Of our own imports, all must be found. */
function onLog(level, log, handle) {
  if (log.code === 'UNRESOLVED_IMPORT' && !log.id?.startsWith(DIST)) return;
  handle(level === 'warn' ? 'error' : level, log);
}
