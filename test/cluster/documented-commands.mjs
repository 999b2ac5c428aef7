import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';

/** The blocks of commands below a heading of a page, until the next heading. */
export function blocksBelow(heading, page = 'deploy/README.md') {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const [, after] = text.split(`\n${heading}\n`);
  const section = after.split(/\n#{2,4} /)[0];
  return [...section.matchAll(/^( *)```sh\n(.*?)\n *```$/gms)].map(([, indent, block]) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** The lines of the first of these blocks. */
export function commandsBelow(heading) {
  return blocksBelow(heading)[0].split('\n');
}
