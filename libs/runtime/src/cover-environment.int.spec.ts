import { execFile } from 'node:child_process';
import { chmod, copyFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder, TYPESCRIPT_ARGUMENTS } from '#libs/testing';

const run = promisify(execFile);
const COVER = pathToFileURL(join(import.meta.dirname, 'cover-environment.ts')).href;

interface Seen {
  /** The parent's variables as read by a child that inherits nothing; or the reason why it cannot read them. */
  seen: string;
  /** The variables as read by the parent itself. */
  known: string;
  stillSeen?: string[];
}

async function seenByChild(prepare: string, node = [process.execPath]): Promise<Seen> {
  const child = `
    try {
      process.stdout.write(require("fs").readFileSync("/proc/" + process.ppid + "/environ", "latin1"));
    } catch (error) {
      process.stdout.write(error.code);
    }`;
  const program = `
    import { execFileSync } from 'node:child_process';
    import { coverEnvironment } from ${JSON.stringify(COVER)};
    const stillSeen = ${prepare};
    const seen = execFileSync(process.execPath, ['-e', ${JSON.stringify(child)}], { env: {}, encoding: 'latin1' });
    console.log(JSON.stringify({ seen, known: process.env.NATS_URL, stillSeen }));`;
  const env = { ...process.env, NATS_URL: 'nats://renderer:hunter2@nats:4222' };
  const args = [...TYPESCRIPT_ARGUMENTS, '--input-type=module', '--eval', program];
  const [command, ...first] = node;
  const { stdout } = await run(command!, [...first, ...args], { env });
  return JSON.parse(stdout) as Seen;
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

  it('can read nothing of a parent whose program its user may run but not read, as in an image', async () => {
    const folder = temporaryFolder('unreadable');
    const program = join(folder, 'node');
    await copyFile(process.execPath, program);
    await chmod(program, 0o111);
    // Root may read every file: env is started without that right, and starts node.
    const asUser = process.getuid!() === 0 ? ['setpriv', '--bounding-set=-all', 'env'] : [];
    expect(await seenByChild('coverEnvironment()', [...asUser, program])).toEqual({
      ...{ seen: 'EACCES', stillSeen: [] },
      known: 'nats://renderer:hunter2@nats:4222',
    });
  });
});
