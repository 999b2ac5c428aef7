import { copyFileSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST_BYTES = 20 * 1024 * 1024;
const LOOK_EVERY_MS = 30_000;

/**
 * Keeps every log in a folder below 20 MiB and one predecessor of it: `videos.log` becomes `videos.log.1`. The writers append,
 * so a file may be emptied under them; lines written between the copy and that are lost.
 * @returns ends the watch
 */
export function watchLogSizes(folder: string): () => void {
  const look = () => {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.log'))) {
      const file = join(folder, name);
      if (statSync(file).size <= LARGEST_BYTES) continue;
      copyFileSync(file, `${file}.1`);
      truncateSync(file, 0);
    }
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
