import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';

/**
 * Half a kilobyte of them place a gradient in its box and a shadow, for the renderers and for the picture in the editor; some
 * bytes let a preview load the rare color spaces, which are 3 KB, with the first color of one.
 */
const MOST_BYTES = 17_300;

/**
 * The library as a page loads it. It is bundled in a process of its own, because rolldown does not accept the options
 * that Jest's modules make.
 */
function bundled(): string {
  const program = `
    import { rolldown } from 'rolldown';
    const resolve = { extensionAlias: { '.js': ['.ts', '.js'] } };
    const bundle = await rolldown({ input: 'index.ts', platform: 'browser', resolve });
    const { output } = await bundle.generate({ minify: true });
    process.stdout.write(output.map(({ code }) => code).join(''));`;
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], options);
}

it('the whole library with what it imports has at most 17.3 KB in a browser, minified and compressed', () => {
  const code = bundled();
  expect(code).not.toMatch(/class-validator|class-transformer|reflect-metadata|from"/);
  const bytes = gzipSync(code, { level: 9 }).length;
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});
