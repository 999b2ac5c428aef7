import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder, TYPESCRIPT_ARGUMENTS } from '#libs/testing';
import { DataFolder } from './data-folder.js';

const HOLDER = `
import { DataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))};
const folder = await DataFolder.open(process.argv[1]);
folder.write('processes.json', { supervisor_pid: 7, place: { port: 8123 } });
console.log('taken');
setInterval(() => undefined, 1000);
`;

describe('a data folder', () => {
  let path: string;
  beforeEach(() => {
    path = join(temporaryFolder('data'), 'with space');
  });

  it('belongs to one process at a time, and to the next once that was killed', async () => {
    const holder = spawn(process.execPath, [...TYPESCRIPT_ARGUMENTS, '--input-type=module', '--eval', HOLDER, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    await expect(DataFolder.open(path)).rejects.toThrow(/already runs on .* \(process 7, .*:8123/);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    (await DataFolder.open(path)).close();
  });

  it('says what runs on it while something does', async () => {
    const folder = await DataFolder.open(path);
    folder.write('local.json', { base_url: 'x' });
    folder.write('processes.json', { supervisor_pid: 1 });
    expect(DataFolder.running(path)).toEqual({ access: { base_url: 'x' }, system: { supervisor_pid: 1 } });
    folder.close();
    expect(DataFolder.running(path)).toBeUndefined();
  });

  it('keeps its files from other users', async () => {
    const folder = await DataFolder.open(path);
    folder.write('local.json', {});
    expect([path, folder.file('local.json')].map((file) => statSync(file).mode & 0o777)).toEqual([0o700, 0o600]);
    folder.close();
  });
});
