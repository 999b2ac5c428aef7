/** Lets a child process of a spec run our TypeScript as jest does: see `TYPESCRIPT_ARGUMENTS`. */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const root = new URL('../../../', import.meta.url);
const options = { ...JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8')), swcrc: false, sourceMaps: 'inline' };

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
    if (!url.startsWith(root.href) || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
