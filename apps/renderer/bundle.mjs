// node apps/renderer/bundle.mjs <dist> <entry> [<output>]
//
// Puts a program and all it uses of <dist> and of the packages into one file, by default in the program's own place: a process
// that runs it is ready with a third of the CPU time. Packages with native code or data files (Skia, fonts) are still found
// from where the file lies.
import { readdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';

const [dist, entry, output = entry] = process.argv.slice(2);
if (!entry) {
  console.error('Usage: node apps/renderer/bundle.mjs <dist> <entry> [<output>], after compiling');
  process.exit(1);
}
const NATIVE_BROTLI = '\0native-brotli';
/** Unpacked. */
const MAX_FONT_BYTES = 128 * 1024 * 1024;
const libs = join(realpathSync(dist), 'libs');

await build({
  input: resolve(entry),
  output: { file: resolve(output) },
  platform: 'node',
  tsconfig: false,
  // What libs import for services and a slot has no use for; and a package that loads its parts itself, when they are needed.
  external: [/^@(nestjs|opentelemetry)\//, 'media-captions'],
  resolve: {
    mainFields: ['module', 'main'], // modules, of which what is not used is left out
    alias: {
      ...Object.fromEntries(readdirSync(libs).map((lib) => [`#libs/${lib}`, join(libs, lib, 'src/index.js')])),
      'class-transformer/cjs/storage.js': 'class-transformer/esm5/storage.js', // or there would be two storages
    },
  },
  treeshake: { moduleSideEffects },
  plugins: [{ name: 'native-brotli', resolveId, load }],
  transform: { define: { __dirname: 'import.meta.dirname' } }, // as packages call it that are no modules
});

/** A module of a lib does nothing when it is loaded, so it is left out when nothing of it is used; its index may need a package. */
function moduleSideEffects(id, isExternal) {
  return isExternal || (id.startsWith(libs) && !id.endsWith('/index.js')) ? false : undefined;
}

/** What fontkit unpacks WOFF2 fonts with is Brotli in JavaScript, which takes ten times as long as Node's own. */
function resolveId(id) {
  return id === 'brotli/decompress.js' ? NATIVE_BROTLI : null;
}

function load(id) {
  if (id !== NATIVE_BROTLI) return null;
  return `
    import { brotliDecompressSync } from 'node:zlib';
    export default (packed, size) => brotliDecompressSync(packed, { maxOutputLength: Math.min(size, ${MAX_FONT_BYTES}) });
  `;
}
