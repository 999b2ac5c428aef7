import { FORMATS } from '#libs/contracts';

const SEGMENT = /^[A-Za-z0-9._-]+$/;
const MAX_LENGTH = 1000;

/** Content types by extension. The extension alone decides, so a store need not save the type. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FORMATS).map(([format, { contentType }]) => [format, contentType])),
  mkv: 'video/x-matroska',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  json: 'application/json',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  opus: 'audio/ogg',
  avif: 'image/avif',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
};
const OTHER = 'application/octet-stream';

/** Returns the segments of a key. @throws RangeError when it is not a valid key (see `ObjectStore`) */
export function segmentsOf(key: string): string[] {
  const segments = key.split('/');
  const isValid =
    key.length <= MAX_LENGTH && segments.every((segment) => SEGMENT.test(segment) && !/^\.\.?$/.test(segment));
  if (!isValid) throw new RangeError(`Not an object key: ${JSON.stringify(key.slice(0, MAX_LENGTH))}`);
  return segments;
}

/** Returns the content type of a key's extension, or `application/octet-stream` for an unknown one. */
export function contentTypeOf(key: string): string {
  const extension = /\.([^./]+)$/.exec(key)?.[1] ?? '';
  return CONTENT_TYPES[extension] ?? OTHER;
}

/** @throws RangeError when the content type is not that of the key's extension */
export function assertContentType(key: string, contentType: string): void {
  if (contentType !== contentTypeOf(key)) throw new RangeError(`${key} cannot have the content type ${contentType}.`);
}
