import type { FontFile } from '../fonts/font-file.js';
import type { FontIndex } from '../fonts/font-index.js';
import { fontFileOf, inRanges } from '../fonts/packaged-files.js';
import { fetchFont } from './io.js';
import { loadFirst } from './loading.js';

const known = new Map<string, FontFile[]>();

/** The files of a package, as the server lists them. */
export function listFontFiles(packageName: string): FontFile[] {
  return known.get(packageName) ?? loadFirst(packageName, () => fetchIndex(packageName));
}

async function fetchIndex(packageName: string): Promise<void> {
  const index = (await (await fetchFont(`${packageName}.json`)).json()) as FontIndex;
  const files = index.map(({ facts, ...file }) => ({
    ...fontFileOf(file, `${packageName}/${file.name}`),
    ...(facts && { facts: { ...facts, covers: inRanges(facts.covered) } }),
  }));
  known.set(packageName, files);
}
