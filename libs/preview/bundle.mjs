// node libs/preview/bundle.mjs <dist> <folder>
//
// Bundles the preview for browsers from what the build compiled: preview.js for the page, worker.js with the engine, and chunks
// that the worker loads when a document needs them. The engine's files are those of the servers; of the few that reach
// Skia, files and fonts, those in libs/frames/src/browser take the place.
import { mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';

const [dist, folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node libs/preview/bundle.mjs <dist> <folder>, after compiling');
  process.exit(1);
}
const libs = join(realpathSync(dist), 'libs');
const frames = join(libs, 'frames/src');
const FOR_BROWSERS = Object.fromEntries(
  [
    ['skia.js', 'skia.js'],
    ['io.js', 'io.js'],
    ['fonts/font-packages.js', 'font-packages.js'],
    ['fonts/registered-fonts.js', 'registered-fonts.js'],
  ].map(([server, browser]) => [join(frames, server), join(frames, 'browser', browser)]),
);
const CODE_ENCODER = join(frames, 'browser/code-encoder.js');

mkdirSync(folder, { recursive: true });
await build({
  input: { worker: join(libs, 'preview/src/worker.js'), preview: join(libs, 'preview/src/index.js') },
  output: { dir: resolve(folder), minify: true, chunkFileNames: '[name]-[hash].js' },
  platform: 'browser',
  tsconfig: false,
  resolve: {
    alias: Object.fromEntries(readdirSync(libs).map((lib) => [`#libs/${lib}`, join(libs, lib, 'src/index.js')])),
  },
  treeshake: {
    moduleSideEffects: (id) =>
      id.startsWith(libs) && !id.includes('/browser/') && !id.endsWith('/worker.js') ? false : undefined,
  },
  plugins: [{ name: 'for-browsers', resolveId }],
});

async function resolveId(source, importer, options) {
  if (source === 'bwip-js/generic' && importer !== CODE_ENCODER) return CODE_ENCODER;
  const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
  const other = resolved && FOR_BROWSERS[resolved.id];
  return other ?? resolved;
}
