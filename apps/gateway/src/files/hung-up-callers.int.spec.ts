import { pathToFileURL } from 'node:url';
import { expect } from '@jest/globals';
import { holdingsOf, temporaryFolder } from '#libs/testing';
import { describeHungUpCallers } from '../testing/hung-up-callers.js';

describeHungUpCallers('callers who hang up before the first byte of files on disk', () => {
  const folder = temporaryFolder('hung-up-callers');
  const openFiles = () => holdingsOf()?.files.filter((path) => path.startsWith(folder)) ?? [];
  return Promise.resolve({
    environment: { STORAGE_URL: pathToFileURL(folder).href },
    holdsNothing: () => expect(openFiles()).toEqual([]),
  });
});
