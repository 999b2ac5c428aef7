export { isLoading } from './loading.js';

/** Sources of the files that a browser draws with. */
export interface BrowserFiles {
  /** The content at an address of the document. @throws Error when it may not be fetched or cannot be */
  bytes(url: string): Promise<Uint8Array<ArrayBuffer>>;
  /** The address below which a site has what `libs/frames/font-files.mjs` writes, without a slash at the end. */
  readonly fonts: string;
}

let files: BrowserFiles | undefined;

/** Says where files are found, before anything is opened. */
export function useFiles(given: BrowserFiles): void {
  files = given;
}

export function readBytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  return required().bytes(address);
}

/** A file of the shipped fonts. */
export async function fetchFont(path: string): Promise<Response> {
  const response = await fetch(`${required().fonts}/${path}`);
  if (!response.ok) throw new Error(`the font ${path} cannot be fetched: status ${response.status}`);
  return response;
}

/** 64 bits, not cryptographic: `crypto.subtle` needs HTTPS, and content is compared with that of the same page only. */
export function hashOf(bytes: Uint8Array): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57 ^ bytes.length];
  for (const byte of bytes) {
    high = Math.imul(high ^ byte, 2_654_435_761);
    low = Math.imul(low ^ byte, 1_597_334_677) ^ (high >>> 15);
  }
  return `${(high >>> 0).toString(16)}-${(low >>> 0).toString(16)}-${bytes.length}`;
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Canvases are freed as they are collected. */
export function afterPainting(): Promise<void> {
  return Promise.resolve();
}

function required(): BrowserFiles {
  if (!files) throw new Error('useFiles was not called');
  return files;
}
