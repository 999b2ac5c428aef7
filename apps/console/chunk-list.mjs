import { renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/** Puts Vite's list of chunks and their imports beside the files: the check of their size reads it, browsers do not. */
export function chunkList() {
  let folder;
  return {
    name: 'chunk-list',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    writeBundle() {
      renameSync(join(folder, '.vite/manifest.json'), join(folder, '../chunks.json'));
      rmdirSync(join(folder, '.vite'));
    },
  };
}
