import { CliError, EXIT } from '../cli-error.js';
import { firstDiskFile } from './disk-addresses.js';

/** Refuses documents and requests that name files on this machine, which no server can fetch. @throws CliError */
export function refusePaths(...values: readonly object[]): void {
  const file = values.map((value) => firstDiskFile(JSON.stringify(value))).find((each) => each !== undefined);
  if (file === undefined) return;
  throw new CliError(`a server fetches URLs only: upload ${file} and name its URL`, EXIT.wrongInput, {
    code: 'INVALID_VALUE',
  });
}
