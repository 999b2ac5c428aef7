/** One box of an mp4 file (ISO/IEC 14496-12 §4.2). */
interface Box {
  readonly type: string;
  /** Header included. */
  readonly whole: Uint8Array;
  readonly content: Uint8Array;
}

const HEADER_BYTES = 8;

/** Splits a stream into boxes. An incomplete last box is dropped. */
export async function* boxesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Box> {
  let waiting: Uint8Array = new Uint8Array(0);
  for await (const chunk of stream) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    for (let box = firstBox(waiting); box; box = firstBox(waiting)) {
      yield box;
      waiting = waiting.subarray(box.whole.length);
    }
  }
}

function firstBox(bytes: Uint8Array): Box | null {
  if (bytes.length < HEADER_BYTES) return null;
  const size = viewOf(bytes).getUint32(0);
  if (size < HEADER_BYTES) throw new RangeError(`a box of ${size} bytes`);
  if (bytes.length < size) return null;
  const type = Buffer.from(bytes.subarray(4, 8)).toString('latin1');
  return { type, whole: bytes.subarray(0, size), content: bytes.subarray(HEADER_BYTES, size) };
}

/** Bytes of fields before the child boxes. */
const FIELDS: Readonly<Record<string, number>> = { stsd: 8, avc1: 78 };

/** The content of the first box at a path of types, below `content`. */
export function contentAt(content: Uint8Array, path: readonly string[]): Uint8Array {
  const [type, ...rest] = path;
  if (type === undefined) return content;
  for (
    let bytes = content, box = firstBox(bytes);
    box;
    bytes = bytes.subarray(box.whole.length), box = firstBox(bytes)
  ) {
    if (box.type === type) return contentAt(box.content.subarray(rest.length > 0 ? (FIELDS[type] ?? 0) : 0), rest);
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

/** A coded picture and its place, in frames. */
export interface Sample {
  readonly data: Uint8Array;
  readonly isKey: boolean;
  /** Its index in coding order. */
  readonly codedAt: number;
  /** Its index in display order. */
  readonly shownAt: number;
}

/** Largest reordering of x264, pictures: everything is shown later by that. */
const REORDERED = 2;

const BASE_IS_MOOF = 0x020000;
/** Fields: data offset, and duration, size, flags and composition offset of each sample. */
const SAMPLE_FIELDS = 0x000f01;
const SAMPLE_DEPENDS = 0x01010000;
const SAMPLE_STANDS_ALONE = 0x02000000;

/** A fragment of one sample: a `moof` and a `mdat` box. @throws RangeError for a sample that is shown before it is decoded */
export function fragmentOf({ data, isKey, codedAt, shownAt }: Sample): Uint8Array {
  const waiting = shownAt + REORDERED - codedAt;
  if (waiting < 0) throw new RangeError(`picture ${shownAt} was coded as number ${codedAt}`);
  const moof = (offset: number): Buffer =>
    box('moof', [
      box('mfhd', [words(0, codedAt + 1)]),
      box('traf', [
        box('tfhd', [words(BASE_IS_MOOF, 1)]),
        box('tfdt', [words(0, codedAt)]),
        box('trun', [
          words(SAMPLE_FIELDS, 1, offset, 1, data.length),
          words(isKey ? SAMPLE_STANDS_ALONE : SAMPLE_DEPENDS, waiting),
        ]),
      ]),
    ]);
  const offset = moof(0).length + HEADER_BYTES;
  return Buffer.concat([moof(offset), box('mdat', [data])]);
}

function box(type: string, content: readonly Uint8Array[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, HEADER_BYTES);
  return Buffer.concat([words(size), Buffer.from(type, 'latin1'), ...content]);
}

/** Unsigned numbers of four bytes. */
function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
