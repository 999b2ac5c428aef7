import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadedAtOnce } from '../loaded-at-once.js';

/** Most kilobytes of a page's compressed scripts and styles; the code of its menus comes later. */
const PAGE_KB = 165;
/** Kilobytes that the editor and the worker of its preview need before it can be used: 133 of them are the worker. */
const OPENED_EDITOR_KB = 362;
/**
 * Kilobytes with all that the editor loads once it is shown or when a document needs it: expressions, charts, rare layers and
 * fields, JSON (CodeMirror), the parser of fonts. Parts in files of their own are compressed less well: 15 of them.
 */
const EDITOR_KB = 789;
/**
 * Kilobytes that the preview loads only for a document with a Lottie animation: Skia, its script and its WebAssembly.
 */
const LOTTIE_PLAYER_KB = 3_400;
const LOTTIE_PLAYER = /^canvaskit-.+\.(?:js|wasm)$/;

const BUILT = join(import.meta.dirname, '../../dist/apps/console');
const EDITOR = 'src/editor/editor-page.tsx';

/** A chunk in Vite's list of what it has built. Imports are keys of that list. */
interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
const chunks = JSON.parse(readFileSync(join(BUILT, 'chunks.json'), 'utf8')) as Record<string, Chunk>;
const entry = Object.keys(chunks).find((key) => chunks[key]!.isEntry)!;
/** Parts of all pages that come later, such as menus, are no pages. */
const pages = chunks[entry]!.dynamicImports!.filter((key) => /^src\/(?!ui\/)/.test(key));
const assets = readdirSync(join(BUILT, 'files/assets'));
const scripts = assets.filter((name) => name.endsWith('.js'));
const lottiePlayer = assets.filter((name) => LOTTIE_PLAYER.test(name)).map((name) => `assets/${name}`);

/** The files of a chunk and of everything that it imports, now or `later`. */
function filesOf(key: string, later: boolean, seen = new Set<string>()): string[] {
  if (seen.has(key)) return [];
  seen.add(key);
  const { file, css = [], imports = [], dynamicImports = [] } = chunks[key]!;
  const next = later ? [...imports, ...dynamicImports.filter((each) => !pages.includes(each))] : imports;
  return [file, ...css, ...next.flatMap((each) => filesOf(each, later, seen))].filter((name) =>
    /\.(js|css)$/.test(name),
  );
}

const kilobytes = (files: Iterable<string>) =>
  [...new Set(files)].reduce((sum, file) => sum + statSync(join(BUILT, 'files', `${file}.gz`)).size, 0) / 1_000;

/** Files that a page needs to be shown, with the entry; with `later` also those that it loads in use. */
const loadedBy = (page: string, later = false) => [...filesOf(entry, false), ...filesOf(page, later)];
/**
 * Files that the preview rarely loads: the encoder of codes for a document with a code, the reader of footage for one with
 * footage, and another build of the kernel in browsers without relaxed SIMD.
 */
const FOR_FEW = /^(?:bwip-js|media-reader|plain-kernel)/;
/** Scripts that no page imports: those of workers, which only the editor starts. */
const workers = () => {
  const imported = new Set(Object.values(chunks).map(({ file }) => file));
  return scripts
    .filter((name) => !FOR_FEW.test(name) && !LOTTIE_PLAYER.test(name))
    .map((name) => `assets/${name}`)
    .filter((file) => !imported.has(file));
};

const worker = workers().find((file) => file.startsWith('assets/worker-'))!;
const atOnce = loadedAtOnce(join(BUILT, 'files/assets'), worker.slice('assets/'.length));
const opened = [...loadedBy(EDITOR), ...Array.from(atOnce, (name) => `assets/${name}`)];
const editor = [...loadedBy(EDITOR, true), ...workers()];
const others = pages.filter((page) => page !== EDITOR);

/** The weight of each page when it is shown, and with what it loads later. */
function table(): string {
  const cell = (files: string[]) => kilobytes(files).toFixed(1).padStart(8);
  const rows = [
    `${cell(filesOf(entry, false))}          the entry`,
    ...others.map((page) => `${cell(loadedBy(page))} ${cell(loadedBy(page, true))} ${page}`),
    `${cell(opened)} ${cell(editor)} ${EDITOR}, with its worker`,
    `         ${cell(lottiePlayer)} the player of Lottie animations, when a document has one`,
  ];
  return `   shown   in use  KB\n${rows.join('\n')}\n`;
}

describe('the scripts and styles of the console, compressed', () => {
  afterAll(() => void process.stdout.write(table()));

  it.each(others)('have at most 165 KB for the entry and %s', (page) => {
    expect(kilobytes(filesOf(entry, false))).toBeGreaterThan(0);
    expect(kilobytes(loadedBy(page))).toBeLessThanOrEqual(PAGE_KB);
  });

  it('have at most 362 KB in the editor before it can be used, and 789 KB in use, with its worker', () => {
    expect(kilobytes(opened)).toBeLessThanOrEqual(OPENED_EDITOR_KB);
    expect(kilobytes(editor)).toBeLessThanOrEqual(EDITOR_KB);
  });

  it('have at most 3,400 KB more for a document with Lottie animations', () => {
    expect(lottiePlayer.map((name) => name.slice(name.lastIndexOf('.')))).toEqual(['.js', '.wasm']);
    expect(kilobytes(lottiePlayer)).toBeLessThanOrEqual(LOTTIE_PLAYER_KB);
  });
});
