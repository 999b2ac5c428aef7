/** File formats recognized by their first bytes, independent of address and media type. */
export type FileFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'truetype' | 'opentype' | 'woff' | 'woff2';

/** Bytes at the beginning of a file that {@link sniff} needs. */
export const SNIFF_BYTES = 64;

interface Signature {
  format: FileFormat;
  /** Latin-1; `?` stands for any byte. */
  bytes: string;
}

/**
 * SVG is missing on purpose: it can load further files. Sound and video are recognized by ffprobe, which reads more than the
 * first bytes.
 */
const SIGNATURES: readonly Signature[] = [
  { format: 'png', bytes: '\x89PNG\r\n\x1a\n' },
  { format: 'jpeg', bytes: '\xff\xd8\xff' },
  { format: 'gif', bytes: 'GIF87a' },
  { format: 'gif', bytes: 'GIF89a' },
  { format: 'webp', bytes: 'RIFF????WEBP' },
  { format: 'avif', bytes: '????ftypavif' },
  { format: 'truetype', bytes: '\0\x01\0\0' },
  { format: 'truetype', bytes: 'true' },
  { format: 'opentype', bytes: 'OTTO' },
  { format: 'woff', bytes: 'wOFF' },
  { format: 'woff2', bytes: 'wOF2' },
];

/** The format of a file by its first {@link SNIFF_BYTES}; null for any other. */
export function sniff(head: Uint8Array): FileFormat | null {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  return SIGNATURES.find(({ bytes }) => matches(text, bytes))?.format ?? null;
}

function matches(text: string, bytes: string): boolean {
  return text.length >= bytes.length && Array.from(bytes).every((byte, index) => byte === '?' || byte === text[index]);
}
