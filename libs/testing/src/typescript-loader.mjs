/** Lets a child process of a spec run our TypeScript as jest does: see `TYPESCRIPT_ARGUMENTS`. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';

const root = new URL('../../../', import.meta.url);
const require = createRequire(import.meta.url);
const swcrc = readFileSync(new URL('.swcrc', root), 'utf8');
const options = { ...JSON.parse(swcrc), swcrc: false, sourceMaps: true };
/** The file of the source map of each loaded module, by the URL of the module. */
export const sourceMaps = new Map();

/**
 * The folder in which the results of swc and V8 are kept for the next process, because each process loads some hundred
 * files.
 */
const cache = fileURLToPath(new URL('.cache/typescript/', root));
const toolchain = swcrc + require('@swc/core/package.json').version;
mkdirSync(cache, { recursive: true });
enableCompileCache(`${cache}compiled`);

function transformed(filename) {
  const source = readFileSync(filename, 'utf8');
  const key = createHash('sha256')
    .update(JSON.stringify([toolchain, filename, source]))
    .digest('hex');
  const file = `${cache}${key}.js`;
  if (!existsSync(file)) {
    const { code, map } = require('@swc/core').transformSync(source, { ...options, filename });
    write(`${file}.map`, map);
    write(file, `${code}//# sourceMappingURL=${pathToFileURL(`${file}.map`)}\n`);
  }
  return { file, code: readFileSync(file, 'utf8') };
}

function write(file, text) {
  const own = `${file}.${process.pid}.${threadId}`;
  writeFileSync(own, text);
  renameSync(own, file);
}

registerHooks({
  resolve(specifier, context, next) {
    const library = /^#libs\/(.*)$/.exec(specifier)?.[1];
    if (library) return next(new URL(`libs/${library}/src/index.ts`, root).href, context);
    if (/^\.\.?\/.*\.js$/.test(specifier)) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(source)) return next(source.href, context);
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    const { href, pathname } = new URL(url);
    if (!href.startsWith(root.href) || !pathname.endsWith('.ts') || pathname.includes('/node_modules/'))
      return next(url, context);
    const { file, code } = transformed(fileURLToPath(url));
    sourceMaps.set(url, `${file}.map`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
