import { describe, expect, it } from '@jest/globals';
import { LAYER_CLASSES } from '#libs/template';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../gallery/exhibit.ts';
import { EXHIBITS } from '../gallery/exhibits.ts';
import { goldenFile } from './golden-file.ts';

const MANUAL = readFileSync(path.join(import.meta.dirname, '../../docs/template.md'), 'utf8');

function kindsIn(layers: unknown): string[] {
  return ((layers ?? []) as Json[]).flatMap((layer) => [String(layer['type']), ...kindsIn(layer['layers'])]);
}

describe('a layer of the kind', () => {
  it.each(Object.keys(LAYER_CLASSES))('%s has an exhibit, its golden frame and an entry in the manual', (kind) => {
    const shown = EXHIBITS.filter(({ document }) =>
      document.pages.some(({ layers }) => kindsIn(layers).includes(kind)),
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((exhibit) => !existsSync(goldenFile(exhibit)))).toEqual([]);
    expect(MANUAL).toMatch(new RegExp(`^\\| \`${kind}\` +\\|`, 'm'));
  });
});
