// node libs/preview/bundle.mjs <dist> <folder>
//
// Bundles the preview for browsers from what the build compiled: preview.js for the page, worker.js with the engine, and chunks
// that the worker loads when a document needs them.
import { mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'rolldown';
import { forBrowsers } from './for-browsers.mjs';

const [dist, folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node libs/preview/bundle.mjs <dist> <folder>, after compiling');
  process.exit(1);
}
const libs = join(realpathSync(dist), 'libs');
const { plugin, moduleSideEffects, codeSplitting } = forBrowsers(libs);

/** `import address from 'file?url'` as Vite has it: the file lies beside the scripts. */
const addresses = {
  name: 'addresses',
  async resolveId(source, importer) {
    if (!source.endsWith('?url')) return null;
    const { id } = await this.resolve(source.slice(0, -'?url'.length), importer);
    return `${id}?url`;
  },
  load(id) {
    if (!id.endsWith('?url')) return null;
    const file = id.slice(0, -'?url'.length);
    const emitted = this.emitFile({ type: 'asset', name: basename(file), source: readFileSync(file) });
    return `export default import.meta.ROLLUP_FILE_URL_${emitted};`;
  },
};

mkdirSync(folder, { recursive: true });
await build({
  input: { worker: join(libs, 'preview/src/worker.js'), preview: join(libs, 'preview/src/index.js') },
  output: {
    dir: resolve(folder),
    minify: true,
    codeSplitting,
    chunkFileNames: '[name]-[hash].js',
    assetFileNames: '[name]-[hash][extname]',
  },
  platform: 'browser',
  tsconfig: false,
  resolve: {
    alias: Object.fromEntries(readdirSync(libs).map((lib) => [`#libs/${lib}`, join(libs, lib, 'src/index.js')])),
  },
  treeshake: { moduleSideEffects },
  plugins: [plugin, addresses],
});
