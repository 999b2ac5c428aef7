import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ASSETS = join(import.meta.dirname, '../../dist/apps/console/files/assets');
const MOST_KB = 180;

describe('the console', () => {
  it(`has scripts and styles of at most ${MOST_KB} KB, compressed, all pages together`, () => {
    const files = readdirSync(ASSETS).filter((name) => /\.(js|css)\.gz$/.test(name));
    const bytes = files.reduce((sum, name) => sum + statSync(join(ASSETS, name)).size, 0);
    expect(files.length).toBeGreaterThan(0);
    expect(bytes / 1_000).toBeLessThanOrEqual(MOST_KB);
  });
});
