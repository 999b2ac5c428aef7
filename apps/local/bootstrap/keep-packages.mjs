import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Packages that `npm run client:pack` and its like have put beside the compiled code. */
const PACKAGE = /\.(tgz|whl)$/;

/** Moves the packages of a folder of compiled code into the one that replaces it: only the commands that pack renew them. */
export function keepPackages(from, to) {
  for (const name of readdirSync(from)) if (PACKAGE.test(name)) renameSync(join(from, name), join(to, name));
}
