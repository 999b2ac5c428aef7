import { rmSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually, temporaryFolder } from '#libs/testing';
import { DataFolder } from './data-folder.js';
import { KeptFile } from './kept-file.js';

let folder: DataFolder;
let lines: string[];
let file: KeptFile;

beforeEach(async () => {
  folder = await DataFolder.open(temporaryFolder('kept'));
  lines = [];
  file = new KeptFile(folder, 'now.json', (line) => lines.push(line), 20);
});

afterEach(() => {
  file.remove();
  folder.close();
});

/** Makes every write fail with the kernel's own ENOSPC, until the returned function is called. */
function fillDisk(): () => void {
  const draft = folder.file('now.json.new');
  symlinkSync('/dev/full', draft);
  return () => {
    rmSync(draft, { force: true });
  };
}

it('a file on a full disk is written once there is room, with the latest value; both are reported once', async () => {
  file.set({ pid: 1 });
  const makeRoom = fillDisk();
  file.set({ pid: 2 });
  file.set({ pid: 3 });
  expect(folder.read('now.json')).toEqual({ pid: 1 });
  expect(lines).toEqual([expect.stringMatching(/now\.json cannot be written \(ENOSPC: .*\)\. It is tried again/)]);
  makeRoom();
  await eventually(() => expect(folder.read('now.json')).toEqual({ pid: 3 }));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/now\.json is written again/);
  file.set({ pid: 4 });
  expect(folder.read('now.json')).toEqual({ pid: 4 });
});

it('a file that is removed while the disk is full stays removed', async () => {
  const makeRoom = fillDisk();
  file.set({ pid: 1 });
  file.remove();
  makeRoom();
  const other = new KeptFile(folder, 'other.json', (line) => lines.push(line), 20);
  symlinkSync('/dev/full', folder.file('other.json.new'));
  other.set({ pid: 2 });
  rmSync(folder.file('other.json.new'));
  await eventually(() => expect(folder.read('other.json')).toEqual({ pid: 2 }));
  expect(folder.read('now.json')).toBeUndefined();
  other.remove();
});
