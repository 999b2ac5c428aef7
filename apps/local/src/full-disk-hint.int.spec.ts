import { expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { fullDiskHint } from './full-disk-hint.js';

it.each([
  ['that has no room', '/proc', ' The disk of /proc is full; everything continues once there is room.'],
  ['with room', temporaryFolder('roomy'), ''],
  ['that is gone', '/proc/none', ''],
])('a disk %s', (_what, folder, expected) => {
  expect(fullDiskHint(folder)).toBe(expected);
});
