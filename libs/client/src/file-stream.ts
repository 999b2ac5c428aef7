/** The used part of `node:fs/promises`. */
interface NodeFiles {
  open(path: string, flags: 'w'): Promise<{ write(chunk: Uint8Array): Promise<unknown>; close(): Promise<void> }>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { force: true }): Promise<void>;
}

/** Loaded when it is used, and left alone by bundlers: browsers have no such module. */
const NODE_FILES = 'node:fs/promises';

/**
 * A stream into a file, for Node. Until the stream is closed, the file is called `<path>.part`: a file under its final
 * name is complete.
 */
export async function fileStream(path: string): Promise<WritableStream<Uint8Array>> {
  const files = (await import(/* webpackIgnore: true */ /* @vite-ignore */ NODE_FILES)) as NodeFiles;
  const part = `${path}.part`;
  const file = await files.open(part, 'w');
  return new WritableStream({
    async write(chunk) {
      await file.write(chunk);
    },
    async close() {
      await file.close();
      await files.rename(part, path);
    },
    async abort() {
      await file.close();
      await files.rm(part, { force: true });
    },
  });
}
