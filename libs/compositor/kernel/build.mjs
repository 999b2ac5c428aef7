// Compiles the kernel and writes it as src/kernel-wasm.ts, so that pure code needs no file access to load it, and as
// src/plain-kernel-wasm.ts for browsers without relaxed SIMD.
// Does nothing when the sources have not changed. `--check` compiles and fails if the committed file is not what
// the sources give. Safe to run twice at once: each result is put in place by one rename.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const FLAGS = [
  '-O3',
  '--noAssert',
  '--converge',
  '--runtime',
  'stub',
  '--importMemory',
  '--memoryBase',
  '1024',
  '--enable',
  'simd',
];
const RELAXED = ['--enable', 'relaxed-simd'];
const folder = import.meta.dirname;
const BUILDS = [
  { file: 'kernel-wasm.ts', flags: [...FLAGS, ...RELAXED], name: 'KERNEL_WASM_HEX', title: 'The kernel' },
  {
    ...{ file: 'plain-kernel-wasm.ts', flags: FLAGS, name: 'PLAIN_KERNEL_WASM_HEX' },
    title: 'The kernel without relaxed SIMD',
  },
];

function sourceHash() {
  const hash = createHash('sha256').update(fs.readFileSync(import.meta.filename));
  const sources = fs.readdirSync(folder).filter((name) => name.endsWith('.ts'));
  for (const name of sources.sort()) hash.update(name).update(fs.readFileSync(path.join(folder, name)));
  return hash.digest('hex');
}

/** A committed file's text, or '' when there is none. */
function current(target) {
  return fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : '';
}

/** Compiles kernel.ts in memory and gives the WebAssembly bytes. */
async function compile(flags) {
  const { main } = await import('assemblyscript/asc');
  let wasm;
  const { error, stderr } = await main(['kernel.ts', '--outFile', 'kernel.wasm', '--baseDir', folder, ...flags], {
    readFile: (name, base) => {
      const file = path.resolve(base, name);
      return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
    },
    writeFile: (name, contents) => {
      if (name.endsWith('.wasm')) wasm = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`the kernel does not compile:\n${stderr.toString()}`, { cause: error });
  return Buffer.from(wasm);
}

function moduleText(hash, wasm, { name, title }) {
  // base64 hides repeated bytes from compression, and so do line ends: both make the bundle that is sent longer.
  return [
    '// Written by libs/compositor/kernel/build.mjs from the AssemblyScript beside it. Do not edit.',
    '',
    `// SHA-256 of the sources and that script: ${hash}`,
    '',
    `/** ${title}, ${wasm.length} bytes of WebAssembly, in hexadecimal digits. */`,
    `export const ${name} =`,
    `  '${wasm.toString('hex')}';`,
    '',
  ].join('\n');
}

const hash = sourceHash();
for (const { file, flags, ...names } of BUILDS) {
  const target = path.join(folder, '../src', file);
  if (process.argv.includes('--check')) {
    if (current(target) === moduleText(hash, await compile(flags), names)) continue;
    console.error(`libs/compositor/src/${file} is not what its sources give: run npm run build:kernel`);
    process.exitCode = 1;
  } else if (!current(target).includes(hash)) {
    const temporary = `${target}.${process.pid}.tmp`;
    fs.writeFileSync(temporary, moduleText(hash, await compile(flags), names));
    fs.renameSync(temporary, target);
  }
}
