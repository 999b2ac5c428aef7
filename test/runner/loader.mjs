import { registerHooks } from 'node:module';

/**
 * `@jest/globals` is globals.mjs, and a module of ours that a spec file with modules of its own imports is one of them.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return next(new URL('globals.mjs', import.meta.url).href, context);
    const resolved = next(specifier, context);
    const own = /\?own=\d+$/.exec(context.parentURL ?? '')?.[0];
    return own && resolved.url.endsWith('.ts') ? { ...resolved, url: resolved.url + own } : resolved;
  },
});
