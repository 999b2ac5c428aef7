import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { TYPESCRIPT_ARGUMENTS } from '#libs/testing';

const run = promisify(execFile);
const COVER = pathToFileURL(join(import.meta.dirname, 'cover-environment.ts')).href;

/** What a child that inherits nothing finds of its parent's variables in /proc, and what the parent still knows. */
async function seenByChild(prepare: string): Promise<{ seen: string; known: string; stillSeen?: string[] }> {
  const child = `process.stdout.write(require("fs").readFileSync("/proc/" + process.ppid + "/environ", "latin1"))`;
  const program = `
    import { execFileSync } from 'node:child_process';
    import { coverEnvironment } from ${JSON.stringify(COVER)};
    const stillSeen = ${prepare};
    const seen = execFileSync(process.execPath, ['-e', ${JSON.stringify(child)}], { env: {}, encoding: 'latin1' });
    console.log(JSON.stringify({ seen, known: process.env.NATS_URL, stillSeen }));`;
  const env = { ...process.env, NATS_URL: 'nats://renderer:hunter2@nats:4222' };
  const args = [...TYPESCRIPT_ARGUMENTS, '--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, args, { env });
  return JSON.parse(stdout) as { seen: string; known: string; stillSeen?: string[] };
}

describe('a child process', () => {
  it('reads the variables that its parent was started with', async () => {
    expect((await seenByChild('undefined')).seen).toContain('hunter2');
  });

  it('reads none of them once they are covered; the parent knows them as before', async () => {
    const { seen, known, stillSeen } = await seenByChild('coverEnvironment()');
    expect({ seen: seen.replaceAll('\0', ''), known, stillSeen }).toEqual({
      ...{ seen: '', stillSeen: [] },
      known: 'nats://renderer:hunter2@nats:4222',
    });
  });
});
