// node libs/frames/font-files.mjs <dist> <folder>
//
// Writes what browsers fetch to draw with the shipped fonts, after compiling: `@fontsource/inter.json`, the index of a package,
// also compressed, and its files below `@fontsource/inter/`. A site serves the folder as it is.
import { copyFileSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';

const [dist, folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node libs/frames/font-files.mjs <dist> <folder>, after compiling');
  process.exit(1);
}
const compiled = pathToFileURL(resolve(dist, 'libs/frames/src/fonts/font-index.js')).href;
const { indexPackage, SHIPPED_PACKAGES } = await import(compiled);

for (const packageName of SHIPPED_PACKAGES) {
  const { index, paths } = await indexPackage(packageName);
  const target = join(folder, packageName);
  mkdirSync(target, { recursive: true });
  for (const [name, place] of paths) putInto(join(target, name), place);
  const text = JSON.stringify(index);
  writeFileSync(`${target}.json`, text);
  writeFileSync(`${target}.json.br`, brotliCompressSync(text));
  writeFileSync(`${target}.json.gz`, gzipSync(text));
}

/** Links a file, or copies it where it cannot be linked: all together are 50 MB. */
function putInto(target, place) {
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true }); // as an earlier build, perhaps interrupted, left it
  try {
    linkSync(place, target);
  } catch (error) {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM') throw error;
    copyFileSync(place, target);
  }
}
