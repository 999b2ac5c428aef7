import { type Stats, unwatchFile, watchFile } from 'node:fs';

/** Time between two looks at a file, ms. */
const INTERVAL_MS = 100;
/** Most files that are watched: each look is a call of the system. */
const MAX_FILES = 200;

/** Files that are watched. */
export interface WatchedFiles extends Disposable {
  /** Watches a file, which need not exist. */
  add(path: string): void;
}

/**
 * Watches files by looking at them: a file that an editor puts in the place of another one is seen, and so is one of a
 * mounted folder, which sends no events.
 */
export function watchFiles(onChange: (path: string) => void): WatchedFiles {
  const watched = new Map<string, (now: Stats, before: Stats) => void>();
  return {
    add: (path) => {
      if (watched.has(path) || watched.size >= MAX_FILES) return;
      // A file that does not exist is reported once without a change.
      const look = (now: Stats, before: Stats): void => {
        if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino || now.size !== before.size) onChange(path);
      };
      watched.set(path, look);
      watchFile(path, { interval: INTERVAL_MS }, look);
    },
    [Symbol.dispose]: () => {
      for (const [path, look] of watched) unwatchFile(path, look);
      watched.clear();
    },
  };
}
