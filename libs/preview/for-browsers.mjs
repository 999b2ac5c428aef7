import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';

/**
 * Files of `libs/frames/src` that use Skia, the disk or font packages, and the file of `libs/frames/src/browser` that
 * replaces each in a browser.
 */
const FOR_BROWSERS = {
  skia: 'skia',
  io: 'io',
  'fonts/font-packages': 'font-packages',
  'fonts/registered-fonts': 'registered-fonts',
};

/** Stands for a module that a library would load on a server only. */
const NOTHING = '\0nothing';
const LOTTIE_PLAYER = 'canvaskit-wasm';

/**
 * Options for a bundler of the preview's worker: the plugin that puts the browser's files in the place of the server's,
 * and the modules that may be left out when nothing of them is used.
 *
 * @param libs the folder of the libs, as sources or compiled
 */
export function forBrowsers(libs) {
  const frames = join(libs, 'frames/src');
  const others = new Map(
    Object.entries(FOR_BROWSERS).map(([server, browser]) => [join(frames, server), join(frames, 'browser', browser)]),
  );
  const codeEncoder = join(frames, 'browser/code-encoder');
  const isCodeEncoder = (id) => id !== undefined && withoutEnding(id) === codeEncoder;
  return {
    plugin: {
      name: 'for-browsers',
      enforce: 'pre', // Vite would resolve by itself first
      async resolveId(source, importer, options) {
        if (source === 'bwip-js/generic' && !isCodeEncoder(importer)) {
          return this.resolve(codeEncoder, importer, { ...options, skipSelf: true });
        }
        if (importer?.includes(LOTTIE_PLAYER) && ['fs', 'path'].includes(source)) return NOTHING;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        const other = resolved && others.get(withoutEnding(resolved.id));
        return other ? this.resolve(other, importer, { ...options, skipSelf: true }) : resolved;
      },
      load: (id) => (id === NOTHING ? 'export {}' : null),
      generateBundle() {
        // As its license demands.
        const folder = dirname(createRequire(import.meta.url).resolve(`${LOTTIE_PLAYER}/package.json`));
        this.emitFile({ type: 'asset', name: 'canvaskit-license.md', source: readFileSync(join(folder, 'LICENSE')) });
      },
    },
    moduleSideEffects: (id) =>
      id.startsWith(libs) && !id.includes('/browser/') && withoutEnding(id) !== join(libs, 'preview/src/worker')
        ? false
        : undefined,
  };
}

function withoutEnding(id) {
  const { dir, name } = parse(id);
  return join(dir, name);
}
