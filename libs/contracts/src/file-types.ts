import type { AssetKind } from './assets.js';

/** A type of file that an upload may have and that renderers accept. */
export interface FileType {
  kind: AssetKind;
  /** Ending of an upload's storage key; decides the content type under which the file is served. */
  extension: string;
}

/** Bytes at the beginning of a file that {@link fileTypeOf} needs. */
export const FILE_HEAD_BYTES = 64;

interface Signature extends FileType {
  /** Latin-1; `?` stands for any byte. */
  bytes: string;
}

/**
 * Signatures of the file types. SVG is missing on purpose: it can load further files and run scripts. So is everything
 * else that a browser may show as a page. Renderers check every file again: sound and footage by ffprobe, which reads
 * more than the first bytes.
 */
const SIGNATURES: readonly Signature[] = [
  { kind: 'image', extension: 'png', bytes: '\x89PNG\r\n\x1a\n' },
  { kind: 'image', extension: 'jpg', bytes: '\xff\xd8\xff' },
  { kind: 'image', extension: 'gif', bytes: 'GIF87a' },
  { kind: 'image', extension: 'gif', bytes: 'GIF89a' },
  { kind: 'image', extension: 'webp', bytes: 'RIFF????WEBP' },
  { kind: 'image', extension: 'avif', bytes: '????ftypavif' },
  { kind: 'font', extension: 'ttf', bytes: '\0\x01\0\0' },
  { kind: 'font', extension: 'ttf', bytes: 'true' },
  { kind: 'font', extension: 'otf', bytes: 'OTTO' },
  { kind: 'font', extension: 'woff', bytes: 'wOFF' },
  { kind: 'font', extension: 'woff2', bytes: 'wOF2' },
  { kind: 'audio', extension: 'wav', bytes: 'RIFF????WAVE' },
  { kind: 'audio', extension: 'ogg', bytes: 'OggS' },
  { kind: 'audio', extension: 'flac', bytes: 'fLaC' },
  { kind: 'audio', extension: 'mp3', bytes: 'ID3' },
  { kind: 'audio', extension: 'mp3', bytes: '\xff\xfb' },
  { kind: 'audio', extension: 'mp3', bytes: '\xff\xf3' },
  { kind: 'audio', extension: 'mp3', bytes: '\xff\xf2' },
  { kind: 'audio', extension: 'aac', bytes: '\xff\xf1' },
  { kind: 'audio', extension: 'aac', bytes: '\xff\xf9' },
  { kind: 'audio', extension: 'm4a', bytes: '????ftypM4A ' },
  { kind: 'video', extension: 'mov', bytes: '????ftypqt  ' },
  { kind: 'video', extension: 'mp4', bytes: '????ftyp' },
  { kind: 'video', extension: 'webm', bytes: '\x1aE\xdf\xa3' },
];

/** Brands of ISO media files that hold pictures and that no renderer accepts. */
const STILL_BRANDS = ['heic', 'heix', 'heim', 'mif1', 'msf1', 'avis'];

/** The type of a file by its first {@link FILE_HEAD_BYTES}; null for any that renderers do not accept. */
export function fileTypeOf(head: Uint8Array): FileType | null {
  const text = String.fromCharCode(...head.subarray(0, FILE_HEAD_BYTES));
  if (STILL_BRANDS.includes(text.slice(8, 12)) && text.slice(4, 8) === 'ftyp') return null;
  const found = SIGNATURES.find(({ bytes }) => matches(text, bytes));
  return found ? { kind: found.kind, extension: found.extension } : null;
}

function matches(text: string, bytes: string): boolean {
  return text.length >= bytes.length && Array.from(bytes).every((byte, index) => byte === '?' || byte === text[index]);
}
