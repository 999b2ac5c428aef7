import { mkdirSync } from 'node:fs';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { run } from './run.mjs';

/** Copies the tracked files of the checkout, as they are now, into a new folder. */
export async function copyCheckout(folder) {
  mkdirSync(folder, { recursive: true });
  const names = await run('git', ['-C', ROOT, 'ls-files', '-z'], { encoding: 'buffer' });
  const packing = ['--create', '--directory', ROOT, '--null', '--files-from', '-'];
  const files = await run('tar', packing, { input: names, encoding: 'buffer' });
  await run('tar', ['--extract', '--directory', folder], { input: files });
}
