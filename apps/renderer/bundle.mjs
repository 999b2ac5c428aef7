// node apps/renderer/bundle.mjs <dist> <entry> [<output>]
//
// Bundles a program with the modules and packages that it uses into one file, by default in place of the program: a process
// that runs it starts with a third of the CPU time. Packages with native code or data files (Skia, fonts) are not bundled and
// are resolved from the file's folder.
import { readdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';

const [dist, entry, output = entry] = process.argv.slice(2);
if (!entry) {
  console.error('Usage: node apps/renderer/bundle.mjs <dist> <entry> [<output>], after compiling');
  process.exit(1);
}
/** Unpacked. */
const MAX_FONT_BYTES = 128 * 1024 * 1024;
/** Code in place of modules of packages, by the name under which they are imported. */
const REPLACED = {
  // fontkit's Brotli in JavaScript takes ten times as long as Node's own, for WOFF2 fonts.
  'brotli/decompress.js': `
    import { brotliDecompressSync } from 'node:zlib';
    export default (packed, size) => brotliDecompressSync(packed, { maxOutputLength: Math.min(size, ${MAX_FONT_BYTES}) });
  `,
  // A third of the program, which only machine codes need.
  'bwip-js/generic': `
    import { createRequire } from 'node:module';
    let bwip;
    export default { raw: (options) => (bwip ??= createRequire(import.meta.url)('bwip-js')).raw(options) };
  `,
};
const PREFIX = '\0replaced:';
const libs = join(realpathSync(dist), 'libs');

await build({
  input: resolve(entry),
  output: { file: resolve(output), codeSplitting: false },
  platform: 'node',
  tsconfig: false,
  // Packages that libs import for services and a slot does not use, and one that loads its parts on demand.
  external: [/^@(nestjs|opentelemetry)\//, 'media-captions'],
  resolve: {
    mainFields: ['module', 'main'], // ES modules, whose unused parts are left out
    alias: Object.fromEntries(readdirSync(libs).map((lib) => [`#libs/${lib}`, join(libs, lib, 'src/index.js')])),
  },
  treeshake: { moduleSideEffects },
  plugins: [{ name: 'replaced-modules', resolveId, load }],
  transform: { define: { __dirname: 'import.meta.dirname' } }, // as packages call it that are no modules
});

/**
 * Whether a bundled module has side effects. Modules of libs have none, so unused ones are left out; an index may
 * import a package that has some.
 */
function moduleSideEffects(id, isExternal) {
  return isExternal || (id.startsWith(libs) && !id.endsWith('/index.js')) ? false : undefined;
}

function resolveId(id) {
  return id in REPLACED ? PREFIX + id : null;
}

function load(id) {
  return id.startsWith(PREFIX) ? REPLACED[id.slice(PREFIX.length)] : null;
}
