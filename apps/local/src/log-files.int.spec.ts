import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually, temporaryFolder } from '#libs/testing';
import { watchLogSizes } from './log-files.js';

it('a large log is moved away, also after a copy failed, which is reported once', async () => {
  const folder = join(temporaryFolder('logs'), 'logs');
  mkdirSync(folder);
  const log = join(folder, 'videos.log');
  const lines: string[] = [];
  writeFileSync(log, 'x'.repeat(2_000));
  symlinkSync('/dev/full', `${log}.1`); // no file can be copied to it
  const close = watchLogSizes(folder, (line) => lines.push(line), { largestBytes: 1_000, everyMs: 20 });
  try {
    expect(lines).toEqual([expect.stringMatching(/cannot be kept small \(E\w+: /)]);
    await eventually(() => expect(readFileSync(`${log}.1`, 'utf8')).toHaveLength(2_000));
    expect(readFileSync(log, 'utf8')).toBe('');
    rmSync(folder, { recursive: true }); // the watch continues without it
    await eventually(() => expect(lines).toHaveLength(2));
    expect(existsSync(folder)).toBe(false);
  } finally {
    close();
  }
});
