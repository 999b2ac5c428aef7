import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ASSETS = join(import.meta.dirname, '../../dist/apps/console/files/assets');
/** What is loaded with the editor only. */
const OF_EDITOR = /^(?:editor-page|json-editor)-/;

const files = readdirSync(ASSETS).filter((name) => /\.(js|css)\.gz$/.test(name));
const kilobytes = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + statSync(join(ASSETS, name)).size, 0) / 1_000;

describe('the scripts and styles of the console, compressed', () => {
  it('have at most 180 KB for all pages together, without the editor', () => {
    const pages = files.filter((name) => !OF_EDITOR.test(name));
    expect(pages.length).toBeGreaterThan(0);
    expect(kilobytes(pages)).toBeLessThanOrEqual(180);
  });

  it('have at most 480 KB for the editor', () => {
    const editor = files.filter((name) => OF_EDITOR.test(name));
    expect(editor.length).toBeGreaterThan(0);
    expect(kilobytes(editor)).toBeLessThanOrEqual(480);
  });
});
