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

/**
 * Files of the libs that few documents need, and the exports of each that the others use: the preview loads such a file when
 * one of them is used for the first time.
 */
const LATE = {
  'document/src/paint/rare-color-spaces': ['useRareColors'],
  'frames/src/browser/svg-path-points': ['svgPathPoints'],
  'frames/src/effects/paint-with-effect': ['paintWithEffect'],
  'frames/src/footage/play-footage': ['fitFootage', 'footageSprite', 'TakePlayer'],
  'frames/src/images/picture-size': ['pictureSize'],
  'frames/src/layers/chart': ['CHART_PAINTER'],
  'frames/src/layers/rare-kinds': [
    'CAPTION_PAINTER',
    'LOTTIE_PAINTER',
    'MACHINE_CODE_PAINTER',
    'PROGRESS_PAINTER',
    'RATING_PAINTER',
  ],
  'frames/src/lottie/lottie': ['Lottie'],
  'frames/src/text/balance': ['balance'],
  'frames/src/unicode/bidi-levels': ['bidiLevels'],
  'frames/src/unicode/line-breaks': ['lineBreaks'],
  'template/src/expressions/language': ['evaluate', 'ExpressionTypes', 'parseExpression'],
  'template/src/finish/component-values': ['componentNames'],
  'template/src/finish/structure-values': ['StructureValues'],
  'template/src/reuse/styling': ['Styling'],
  'timeline/src/animations/moves': ['ENTER_EXIT', 'LOOPS'],
  'timeline/src/animations/piece-motion': ['mostPieceS', 'pieceMotion'],
  'timeline/src/layout/stack-layout': ['flowOf', 'layOutStack', 'paddingOf', 'stackWidth'],
  'timeline/src/sample/count-numbers': ['countNumbers'],
  'timeline/src/transitions/transitions': ['TRANSITIONS'],
};
const LATE_MARK = '\0late ';

/** Stands for a module that a library would load on a server only. */
const NOTHING = '\0nothing';
/**
 * Code in place of packages that classes of documents use on a server only, or for numbers alone: objects are not made of documents
 * here, and validator.js has the decimal signs of all languages with it.
 */
const REPLACED = {
  'class-transformer': 'export const Type = () => () => undefined;',
  'reflect-metadata': 'export {};',
  'validator/lib/isDivisibleBy': 'export default (text, divisor) => Number(text) % divisor === 0;',
};
const REPLACED_MARK = '\0replaced ';
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
  const late = new Map(Object.entries(LATE).map(([file, names]) => [join(libs, file), names]));
  const loading = join(frames, 'browser/loading');
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
        if (Object.hasOwn(REPLACED, source)) return REPLACED_MARK + source;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (resolved && late.has(withoutEnding(resolved.id))) {
          return importer?.startsWith(LATE_MARK) ? resolved : `${LATE_MARK}${resolved.id}`;
        }
        const other = resolved && others.get(withoutEnding(resolved.id));
        return other ? this.resolve(other, importer, { ...options, skipSelf: true }) : resolved;
      },
      load(id) {
        if (id === NOTHING) return 'export {}';
        if (id.startsWith(REPLACED_MARK)) return REPLACED[id.slice(REPLACED_MARK.length)];
        if (!id.startsWith(LATE_MARK)) return null;
        const file = id.slice(LATE_MARK.length);
        return lateModule(file, late.get(withoutEnding(file)), loading);
      },
      generateBundle() {
        // As its license demands.
        const folder = dirname(createRequire(import.meta.url).resolve(`${LOTTIE_PLAYER}/package.json`));
        this.emitFile({ type: 'asset', name: 'canvaskit-license.md', source: readFileSync(join(folder, 'LICENSE')) });
      },
    },
    /** The worker's modules in two files, and one for each part that comes later. */
    codeSplitting: {
      groups: [{ name: 'engine', test: (id) => withoutEnding(id) === join(libs, 'preview/src/session') }],
    },
    moduleSideEffects: (id) =>
      id.startsWith(libs) && !id.includes('/browser/') && withoutEnding(id) !== join(libs, 'preview/src/worker')
        ? false
        : undefined,
  };
}

/** A module with the exports `names` of a file, which is loaded when one of them is called, made or asked for a member. */
function lateModule(file, names, loading) {
  return [
    `import { lateExport } from ${JSON.stringify(loading)};`,
    `const load = () => import(${JSON.stringify(file)});`,
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ lateExport(load, ${JSON.stringify(name)});`),
  ].join('\n');
}

function withoutEnding(id) {
  const { dir, name } = parse(id);
  return join(dir, name);
}
