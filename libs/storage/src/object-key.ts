import { FORMATS } from '#libs/contracts';

const SEGMENT = /^[A-Za-z0-9._-]+$/;
const MAX_LENGTH = 1000;

/** The kinds of file the system stores. The extension alone decides, so that no store has to remember a type. */
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
  txt: 'text/plain; charset=utf-8',
};
const OTHER = 'application/octet-stream';

/** The segments of a key. @throws RangeError when it is not of the form that `ObjectStore` describes */
export function segmentsOf(key: string): string[] {
  const segments = key.split('/');
  const isValid =
    key.length <= MAX_LENGTH && segments.every((segment) => SEGMENT.test(segment) && !/^\.\.?$/.test(segment));
  if (!isValid) throw new RangeError(`Not an object key: ${JSON.stringify(key.slice(0, MAX_LENGTH))}`);
  return segments;
}

/** The content type that a key's extension stands for; `application/octet-stream` for any other extension. */
export function contentTypeOf(key: string): string {
  const extension = /\.([^./]+)$/.exec(key)?.[1] ?? '';
  return CONTENT_TYPES[extension] ?? OTHER;
}

/** @throws RangeError when a caller names another content type than the key's extension stands for */
export function assertContentType(key: string, contentType: string): void {
  if (contentType !== contentTypeOf(key)) throw new RangeError(`${key} cannot be of type ${contentType}.`);
}
