/** One box of an mp4 file (ISO/IEC 14496-12 §4.2). */
export interface Mp4Box {
  readonly type: string;
  /** Header included. */
  readonly whole: Uint8Array;
  readonly content: Uint8Array;
}

export const HEADER_BYTES = 8;

/** Splits a stream into boxes. An incomplete last box is dropped. */
export async function* boxesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Mp4Box> {
  let waiting: Uint8Array = new Uint8Array(0);
  for await (const chunk of stream) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    for (let box = firstBox(waiting); box; box = firstBox(waiting)) {
      yield box;
      waiting = waiting.subarray(box.whole.length);
    }
  }
}

/** The box at the beginning of `bytes`; null if it is not complete. */
export function firstBox(bytes: Uint8Array): Mp4Box | null {
  if (bytes.length < HEADER_BYTES) return null;
  const size = viewOf(bytes).getUint32(0);
  if (size < HEADER_BYTES) throw new RangeError(`a box of ${size} bytes`);
  if (bytes.length < size) return null;
  const type = Buffer.from(bytes.subarray(4, 8)).toString('latin1');
  return { type, whole: bytes.subarray(0, size), content: bytes.subarray(HEADER_BYTES, size) };
}

/** Bytes of fields before the child boxes. */
const FIELDS: Readonly<Record<string, number>> = { stsd: 8, avc1: 78, vp09: 78, mp4a: 28 };

/** The boxes in `content`, one after the other. Bytes after the last complete one are left out. */
export function* boxesIn(content: Uint8Array): Generator<Mp4Box> {
  for (let at = 0, next = firstBox(content); next; next = firstBox(content.subarray(at))) {
    yield next;
    at += next.whole.length;
  }
}

/** The content of the first box at a path of types, below `content`. @throws RangeError if there is none */
export function contentAt(content: Uint8Array, path: readonly string[]): Uint8Array {
  const [type, ...rest] = path;
  if (type === undefined) return content;
  for (const { type: found, content: inside } of boxesIn(content)) {
    if (found === type) return contentAt(inside.subarray(rest.length > 0 ? (FIELDS[type] ?? 0) : 0), rest);
  }
  throw new RangeError(`no box ${path.join('/')}`);
}

/** A box with other content in the first box at a path of types below it. Its bytes before the child boxes stay. */
export function withContentAt(whole: Uint8Array, path: readonly string[], changed: Uint8Array): Uint8Array {
  const type = Buffer.from(whole.subarray(4, 8)).toString('latin1');
  const [next, ...rest] = path;
  if (next === undefined) return box(type, [changed]);
  const fields = HEADER_BYTES + (FIELDS[type] ?? 0);
  const children: Uint8Array[] = [];
  let isChanged = false;
  for (let at = fields, child = firstBox(whole.subarray(at)); child; child = firstBox(whole.subarray(at))) {
    at += child.whole.length;
    children.push(child.type === next && !isChanged ? withContentAt(child.whole, rest, changed) : child.whole);
    isChanged ||= child.type === next;
  }
  return box(type, [whole.subarray(HEADER_BYTES, fields), ...children]);
}

/** A box of less than 4 GiB. */
export function box(type: string, content: readonly Uint8Array[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, HEADER_BYTES);
  return Buffer.concat([words(size), Buffer.from(type, 'latin1'), ...content]);
}

/** Unsigned numbers of four bytes. */
export function words(...values: readonly number[]): Buffer {
  return wordList(values);
}

/** The same of a list, however long. */
export function wordList(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

/** The bytes as numbers, big-endian by default. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
