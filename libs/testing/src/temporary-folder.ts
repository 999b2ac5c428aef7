import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { currentTestRun } from './test-run.js';

/**
 * Makes an empty folder that is removed when the test run is over, even a killed one.
 * @param name begins the folder's name, so that its owner can be recognized while the run lasts
 * @returns its absolute path
 */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(currentTestRun().folder, `${name}-`));
}
