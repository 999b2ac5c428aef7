import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FontFile } from './font-file.js';
import { fontFileOf, packagedFiles } from './packaged-files.js';

const require = createRequire(import.meta.url);

/** The font files of an installed package of Fontsource. In a browser another file takes the place of this one. */
export function listFontFiles(packageName: string): FontFile[] {
  const folder = path.dirname(require.resolve(`${packageName}/unicode.json`));
  const subsets = JSON.parse(fs.readFileSync(path.join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const files = packagedFiles(path.basename(folder), subsets, fs.readdirSync(path.join(folder, 'files')));
  return files.map((file) => fontFileOf(file, path.join(folder, 'files', file.name)));
}
