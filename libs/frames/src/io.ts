import { hash } from 'node:crypto';
import fs from 'node:fs/promises';

/**
 * Functions of the machine that the engine needs beside Skia and fonts. In a browser `libs/frames/src/browser/io.ts`
 * takes its place (`libs/preview/for-browsers.mjs`).
 */

/** The content of a file of the video. @param address a local path, as `AssetFiles` gave it */
export function readBytes(address: string): Promise<Buffer> {
  return fs.readFile(address);
}

/** Identifies content: equal for equal bytes only. */
export function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

/** Bytes written in base64; other characters are skipped. */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}

/**
 * Waits for a turn of the event loop after a frame. Skia's pixel buffers are freed by finalizers, which run between
 * macrotasks only: without this a render would hold every raster it ever painted.
 */
export function afterPainting(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Whether a font or another file that was asked for is still on its way: never on a server, which reads files at once. */
export function isLoading(): boolean {
  return false;
}
