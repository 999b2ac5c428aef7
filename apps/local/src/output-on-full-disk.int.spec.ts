import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { TYPESCRIPT_ARGUMENTS } from '#libs/testing';

const PROGRAM = `
import { outliveFullDisk } from ${JSON.stringify(join(import.meta.dirname, 'output-on-full-disk.ts'))};
outliveFullDisk(process.stderr);
process.stderr.write('lost\\n');
setTimeout(() => console.log('continued'), 50);
`;

it('a program whose output is on a full disk continues', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [...TYPESCRIPT_ARGUMENTS, '--input-type=module', '--eval', PROGRAM],
    {
      stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
      encoding: 'utf8',
    },
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'continued\n' });
});
