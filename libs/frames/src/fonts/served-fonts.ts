import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type FontFacts, readFont } from './font-facts.js';
import { type PackagedFile, packagedFiles, rangesIn } from './packaged-files.js';
import { SHIPPED_PACKAGES } from './shipped-fonts.js';

const require = createRequire(import.meta.url);

/** The files of a package, with what their layout needs; a browser has no parser of fonts. */
export type FontIndex = readonly (PackagedFile & { readonly facts?: IndexedFacts })[];

/** As `FontFacts`, the characters as a CSS unicode-range list. */
interface IndexedFacts extends Omit<FontFacts, 'covers'> {
  readonly covered: string;
}

/** A file for browsers that draw with the shipped fonts. */
export interface ServedFont {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly contentType: 'application/json' | 'font/woff2';
}

const LAST_CODE_POINT = 0x323af;

const indexes = new Map<string, Promise<ServedFont>>();

/**
 * What a browser fetches to draw with the shipped fonts: `@fontsource/inter.json` is the index of a package,
 * `@fontsource/inter/inter-latin-400-normal.woff2` a file in it. Undefined for any other path.
 */
export async function servedFont(name: string): Promise<ServedFont | undefined> {
  const { folder: packageName, file } =
    /^(?<folder>@[^/]+\/[^/]+?)(?:\.json|\/(?<file>[\w.-]+\.woff2))$/u.exec(name)?.groups ?? {};
  if (packageName === undefined || !SHIPPED_PACKAGES.includes(packageName)) return undefined;
  const folder = path.dirname(require.resolve(`${packageName}/unicode.json`));
  if (file === undefined) {
    const index = indexes.get(packageName) ?? indexOf(folder);
    indexes.set(packageName, index);
    return index;
  }
  const content = await fs.readFile(path.join(folder, 'files', file)).catch(() => undefined);
  return content && { content, contentType: 'font/woff2' };
}

async function indexOf(folder: string): Promise<ServedFont> {
  const subsets = JSON.parse(await fs.readFile(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const files = packagedFiles(path.basename(folder), subsets, await fs.readdir(path.join(folder, 'files')));
  const index: FontIndex[number][] = [];
  const slices = new Map<string, IndexedFacts>();
  for (const file of files) {
    const { name, weight, italic, characters } = file;
    if (characters === 'emoji') {
      index.push(file); // its facts are known
      continue;
    }
    // The slices of a large font have its measures, and the characters that they are for.
    const slice = /-\d+-(?:\d+|wght)-/.test(name) && characters !== undefined ? `${weight} ${italic}` : undefined;
    const known = slice === undefined ? undefined : slices.get(slice);
    const facts =
      known ?? indexed(readFont(await fs.readFile(path.join(folder, 'files', name))), slice ? '' : characters);
    if (slice !== undefined) slices.set(slice, facts);
    index.push({ ...file, facts: slice === undefined ? facts : { ...facts, covered: characters! } });
  }
  return { content: new TextEncoder().encode(JSON.stringify(index)), contentType: 'application/json' };
}

/** @param within a unicode-range list; undefined: all characters */
function indexed({ covers, ...measures }: FontFacts, within: string | undefined): IndexedFacts {
  const covered: string[] = [];
  for (const [first, last] of within === undefined ? [[0x20, LAST_CODE_POINT] as const] : rangesIn(within)) {
    let from: number | undefined;
    for (let code = first; code <= last + 1; code++) {
      const isCovered = code <= last && covers(code);
      if (isCovered) from ??= code;
      else if (from !== undefined) {
        covered.push(`U+${from.toString(16)}-${(code - 1).toString(16)}`);
        from = undefined;
      }
    }
  }
  return { ...measures, covered: covered.join() };
}
