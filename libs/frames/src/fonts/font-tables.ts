import { brotliDecompressSync, inflateSync } from 'node:zlib';

/** The tables of a font file by their tags, each unpacked when it is asked for. */
export type FontTables = ReadonlyMap<string, () => Buffer>;

/** What unpacks to more is no font, bytes. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
const UNPACKED = { maxOutputLength: MAX_UNPACKED_BYTES };

/**
 * Opens a TrueType, OpenType, WOFF or WOFF2 file (OpenType 1.9, W3C WOFF 1.0 and 2.0). Of WOFF2, `glyf`, `loca` and `hmtx` come
 * as they were transformed. Throws for any other file, collections too, and for a broken one.
 */
export function openFont(file: Buffer): FontTables {
  const signature = tagAt(file, 0);
  switch (signature) {
    case '\0\x01\0\0':
    case 'true':
    case 'OTTO':
      return plainTables(file);
    case 'wOFF':
      return woffTables(file);
    case 'wOF2':
      return woff2Tables(file);
    default:
      throw new Error('not a TrueType, OpenType, WOFF or WOFF2 font');
  }
}

function plainTables(file: Buffer): FontTables {
  const table = (_: unknown, index: number) => {
    const at = 12 + 16 * index;
    const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    return [tagAt(file, at), () => part(file, offset, length)] as const;
  };
  return new Map(Array.from({ length: file.readUInt16BE(4) }, table));
}

function woffTables(file: Buffer): FontTables {
  const table = (_: unknown, index: number) => {
    const at = 44 + 20 * index;
    const [offset, packed, length] = [file.readUInt32BE(at + 4), file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    const content = () => part(file, offset, packed);
    return [tagAt(file, at), packed < length ? () => inflateSync(content(), UNPACKED) : content] as const;
  };
  return new Map(Array.from({ length: file.readUInt16BE(12) }, table));
}

/** All tables lie in one stream, in the order of the directory. */
function woff2Tables(file: Buffer): FontTables {
  if (tagAt(file, 4) === 'ttcf') throw new Error('font collections are not supported');
  const directory = new Reader(file, 48);
  let end = 0;
  const places = Array.from({ length: file.readUInt16BE(12) }, () => {
    const [tag, length] = woff2Entry(directory);
    end += length;
    return { tag, length, offset: end - length };
  });
  const stream = brotliDecompressSync(part(file, directory.at, file.readUInt32BE(20)), UNPACKED);
  return new Map(places.map(({ tag, offset, length }) => [tag, () => part(stream, offset, length)]));
}

/** The tags with a number (WOFF2 §4.1) that are of use here. */
const NUMBERED: Readonly<Record<number, string>> = {
  0: 'cmap',
  1: 'head',
  2: 'hhea',
  6: 'OS/2',
  7: 'post',
  10: 'glyf',
  11: 'loca',
};
const UNNUMBERED = 63;

/** An entry of WOFF2's directory: a table's tag and its bytes in the stream. */
function woff2Entry(directory: Reader): [tag: string, length: number] {
  const flags = directory.byte();
  const number = flags & 63;
  const tag = number === UNNUMBERED ? directory.tag() : (NUMBERED[number] ?? `#${number}`);
  const length = directory.base128();
  const untransformed = tag === 'glyf' || tag === 'loca' ? 3 : 0;
  return [tag, flags >> 6 === untransformed ? length : directory.base128()];
}

/** Reads one field after the other. */
class Reader {
  constructor(
    private readonly file: Buffer,
    public at: number,
  ) {}

  byte(): number {
    return this.file.readUInt8(this.at++);
  }

  tag(): string {
    this.at += 4;
    return tagAt(this.file, this.at - 4);
  }

  /** A number in one to five bytes, seven bits in each. */
  base128(): number {
    let value = 0;
    for (let count = 0; count < 5; count++) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new RangeError('a number of more than five bytes');
  }
}

function tagAt(file: Buffer, at: number): string {
  return file.toString('latin1', at, at + 4);
}

function part(content: Buffer, offset: number, length: number): Buffer {
  if (offset + length > content.length) throw new RangeError('a table reaches beyond the end of the font');
  return content.subarray(offset, offset + length);
}
