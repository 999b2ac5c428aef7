import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const BUILD = fileURLToPath(new URL('../kernel/build.mjs', import.meta.url));

describe('the committed kernel', () => {
  it('is byte for byte what its AssemblyScript sources compile to', async () => {
    await expect(promisify(execFile)(process.execPath, [BUILD, '--check'])).resolves.toMatchObject({ stderr: '' });
  });
});
