import { copyFileSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';

const LARGEST_BYTES = 20 * 1024 * 1024;
const LOOK_EVERY_MS = 30_000;

/**
 * Keeps every log in a folder below 20 MiB and one predecessor of it: `videos.log` becomes `videos.log.1`. The writers
 * append, so the file is copied and then emptied; lines written in between are lost. A log that cannot be copied, as on
 * a full disk, is left as it is and tried again later; this is reported once.
 *
 * @param report one line about something that a user should know
 * @returns a function that ends the watch
 */
export function watchLogSizes(
  folder: string,
  report: (line: string) => void,
  { largestBytes = LARGEST_BYTES, everyMs = LOOK_EVERY_MS } = {},
): () => void {
  let isReported = false;
  const look = () => {
    try {
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.log'))) {
        const file = join(folder, name);
        if (statSync(file).size > largestBytes) moveAway(file);
      }
      isReported = false;
    } catch (error) {
      if (!isReported) report(`The logs in ${folder} cannot be kept small (${messageOf(error)}).`);
      isReported = true;
    }
  };
  look();
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
  };
}

function moveAway(file: string): void {
  const before = `${file}.1`;
  try {
    copyFileSync(file, before);
  } catch (error) {
    rmSync(before, { force: true }); // half a copy, which takes up room that others need
    throw error;
  }
  truncateSync(file, 0);
}
