// Compiles the kernel and writes it as src/kernel-wasm.ts, so that pure code needs no file access to load it.
// Does nothing when the sources have not changed. `--check` compiles and fails if the committed file is not what
// the sources give. Safe to run twice at once: the result is put in place by one rename.
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
  '--enable',
  'relaxed-simd',
];
const folder = import.meta.dirname;
const target = path.join(folder, '../src/kernel-wasm.ts');

function sourceHash() {
  const hash = createHash('sha256').update(fs.readFileSync(import.meta.filename));
  const sources = fs.readdirSync(folder).filter((name) => name.endsWith('.ts'));
  for (const name of sources.sort()) hash.update(name).update(fs.readFileSync(path.join(folder, name)));
  return hash.digest('hex');
}

/** The committed file's text, or '' when there is none. */
function current() {
  return fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : '';
}

/** Compiles kernel.ts in memory and gives the WebAssembly bytes. */
async function compile() {
  const { main } = await import('assemblyscript/asc');
  let wasm;
  const { error, stderr } = await main(['kernel.ts', '--outFile', 'kernel.wasm', '--baseDir', folder, ...FLAGS], {
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

function moduleText(hash, wasm) {
  const lines = wasm.toString('base64').match(/.{1,116}/g);
  return [
    '// Written by libs/compositor/kernel/build.mjs from the AssemblyScript beside it. Do not edit.',
    '',
    `// SHA-256 of the sources and that script: ${hash}`,
    '',
    `/** The kernel, ${wasm.length} bytes of WebAssembly, in base64. */`,
    'export const KERNEL_WASM_BASE64 = `',
    ...lines,
    '`;',
    '',
  ].join('\n');
}

const hash = sourceHash();
if (process.argv.includes('--check')) {
  if (current() !== moduleText(hash, await compile())) {
    console.error('libs/compositor/src/kernel-wasm.ts is not what its sources give: run npm run build:kernel');
    process.exitCode = 1;
  }
} else if (!current().includes(hash)) {
  const temporary = `${target}.${process.pid}.tmp`;
  fs.writeFileSync(temporary, moduleText(hash, await compile()));
  fs.renameSync(temporary, target);
}
