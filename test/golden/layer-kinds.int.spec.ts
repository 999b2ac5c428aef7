import { describe, expect, it } from '@jest/globals';
import { LAYER_CLASSES } from '#libs/template';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../gallery/exhibit.ts';
import { EXHIBITS } from '../gallery/exhibits.ts';
import { goldenFile } from './golden-file.ts';

const PAGES = path.join(import.meta.dirname, '../../docs/template');
const MANUAL = globSync('*.md', { cwd: PAGES })
  .map((page) => readFileSync(path.join(PAGES, page), 'utf8'))
  .join('\n');

function kindsIn(layers: unknown): string[] {
  return ((layers ?? []) as Json[]).flatMap((layer) => [String(layer['type']), ...kindsIn(layer['layers'])]);
}

describe('a layer of the kind', () => {
  it.each(Object.entries(LAYER_CLASSES))(
    '%s has an exhibit, its golden frame and an entry in the manual',
    (kind, { name }) => {
      const shown = EXHIBITS.filter(({ document }) =>
        document.pages.some(({ layers }) => kindsIn(layers).includes(kind)),
      );
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.filter((exhibit) => !existsSync(goldenFile(exhibit)))).toEqual([]);
      expect(MANUAL).toMatch(new RegExp(`^\\| \\[\`${kind}\`\\]\\(.*#${kind.replace('_', '-')}-layer\\)`, 'm'));
      expect(MANUAL).toContain(`\n<!-- table: ${name} -->\n`);
    },
  );
});
