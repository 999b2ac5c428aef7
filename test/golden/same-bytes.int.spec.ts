import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { EXHIBITS } from '../gallery/exhibits.ts';

const run = promisify(execFile);

async function hashes(order: 'forwards' | 'backwards'): Promise<unknown> {
  const program = path.join(import.meta.dirname, 'frame-hashes.ts');
  const { stdout } = await run(process.execPath, [program, order], { maxBuffer: 4_000_000 });
  return JSON.parse(stdout);
}

describe('the frames of all exhibits', () => {
  it('are the same bytes in two processes, drawn from the first to the last and from the last to the first', async () => {
    const [forwards, backwards] = await Promise.all([hashes('forwards'), hashes('backwards')]);
    expect(Object.keys(forwards as object)).toEqual(EXHIBITS.map(({ name }) => name));
    expect(backwards).toEqual(forwards);
  }, 180_000);
});
