import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type FontFacts, readFont } from './font-facts.js';
import { type PackagedFile, packagedFiles, rangesIn } from './packaged-files.js';

export { SHIPPED_PACKAGES } from './shipped-fonts.js';

const require = createRequire(import.meta.url);

/** The files of a package under the names that they are served by, with the facts that layout needs. */
export type FontIndex = readonly (PackagedFile & { readonly facts?: IndexedFacts })[];

/** Facts of a font as `FontFacts`, the characters as a CSS unicode-range list. */
interface IndexedFacts extends Omit<FontFacts, 'covers'> {
  readonly covered: string;
}

/** An index, and where its files lie on this machine, by the names in it. */
export interface IndexedPackage {
  readonly index: FontIndex;
  readonly paths: ReadonlyMap<string, string>;
}

const LAST_CODE_POINT = 0x323af;
/** Digits of a hash in a name. */
const HEX_DIGITS = 12;

/**
 * Reads all fonts of an installed package of Fontsource, for browsers, which have no parser of fonts. The names carry a
 * hash of the content: a file under one never changes.
 */
export async function indexPackage(packageName: string): Promise<IndexedPackage> {
  const folder = path.dirname(require.resolve(`${packageName}/unicode.json`));
  const subsets = JSON.parse(await fs.readFile(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const files = packagedFiles(path.basename(folder), subsets, await fs.readdir(path.join(folder, 'files')));
  const slices = new Map<string, IndexedFacts>();
  const paths = new Map<string, string>();
  const index: FontIndex[number][] = [];
  for (const file of files) {
    const place = path.join(folder, 'files', file.name);
    const content = await fs.readFile(place);
    const name = hashedName(file.name, content);
    paths.set(name, place);
    const facts = factsOf(file, content, slices);
    index.push({ ...file, name, ...(facts && { facts }) });
  }
  return { index, paths };
}

function hashedName(name: string, content: Uint8Array): string {
  const { name: stem, ext } = path.parse(name);
  return `${stem}-${createHash('sha256').update(content).digest('hex').slice(0, HEX_DIGITS)}${ext}`;
}

/**
 * Facts of a file; undefined for emoji, whose facts are known. @param slices the measures of large fonts whose slices
 * were met before
 */
function factsOf(
  { name, weight, italic, characters }: PackagedFile,
  content: Uint8Array,
  slices: Map<string, IndexedFacts>,
): IndexedFacts | undefined {
  if (characters === 'emoji') return undefined;
  // The slices of a large font have its measures, and the characters that they are for.
  const isSlice = /-\d+-(?:\d+|wght)-/.test(name) && characters !== undefined;
  if (!isSlice) return indexed(readFont(content), characters);
  const key = `${weight} ${italic}`;
  const facts = slices.get(key) ?? indexed(readFont(content), '');
  slices.set(key, facts);
  return { ...facts, covered: characters };
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
