import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { forBrowsers } from '../../libs/preview/for-browsers.mjs';
import { chunkList } from './chunk-list.mjs';
import { precompress } from './precompress.mjs';
import { stylesLast } from './styles-last.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENGINE = forBrowsers(`${ROOT}libs`);

/**
 * Codes of messages that do not concern us: about what libraries write for servers that render React, and about the
 * duration of the build.
 */
const NOT_OURS = new Set(['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS']);

/**
 * The console as static files, which the gateway serves at /console. The names of files below `assets/` carry a hash of
 * their content. `vite` alone serves it with changes shown at once; the API is then asked at `GATEWAY`.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  resolve: { alias: [{ find: /^#libs\/(.+)$/, replacement: `${ROOT}libs/$1/src/index.ts` }] },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: `${ROOT}dist/apps/console/files`,
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0, // the policy of the page allows its own files only
    modulePreload: { polyfill: false },
    manifest: true,
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    chunkSizeWarningLimit: Infinity, // test/console/budget.spec.ts judges the sizes, compressed
    rolldownOptions: {
      onLog: (level, log, report) => NOT_OURS.has(log.code) || report(level, log),
      // A page takes the tables of libs/document that it uses.
      treeshake: { moduleSideEffects: [{ test: /\/libs\/document\/src\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What all parts of the editor share, in one file.
          groups: [
            {
              name: 'editor-model',
              test: /\/console\/src\/editor\/(?:(?:draft|model|schema|ui)\/|form\/form\.module)/,
            },
          ],
        },
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [ENGINE.plugin],
    rolldownOptions: {
      output: { codeSplitting: ENGINE.codeSplitting },
      treeshake: { moduleSideEffects: ENGINE.moduleSideEffects },
    },
  },
  server: {
    proxy: {
      '/v1': process.env.GATEWAY ?? 'http://127.0.0.1:8080',
      '/assets/': process.env.GATEWAY ?? 'http://127.0.0.1:8080',
    },
  },
  plugins: [stylesLast(), chunkList(), precompress()],
});
