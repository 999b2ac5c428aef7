/** Formats with packed tables, by their first four bytes. */
const WOFF = 0x774f4646;
const WOFF2 = 0x774f4632;

/** Packed and unpacked length of a table. */
interface PackedTable {
  readonly offset: number;
  readonly packedBytes: number;
  readonly bytes: number;
}

/**
 * Unpacked size of a font file in bytes, from its header or from its table directory, whichever is larger: readers
 * allocate that before they unpack. TrueType and OpenType files are not packed.
 *
 * @throws RangeError for a directory that does not fit the file
 */
export function unpackedFontSize(file: Buffer): number {
  const signature = file.length < 4 ? 0 : file.readUInt32BE(0);
  if (signature !== WOFF && signature !== WOFF2) return file.length;
  const claimed = file.readUInt32BE(16);
  const tables = signature === WOFF ? woffTables(file).map(({ bytes }) => bytes) : woff2Lengths(file);
  return Math.max(
    claimed,
    tables.reduce((sum, bytes) => sum + bytes, 0),
  );
}

/**
 * The tables of a WOFF file (WOFF 1.0 §3, §4).
 *
 * @throws RangeError for a directory that does not fit the file
 */
export function woffTables(file: Buffer): PackedTable[] {
  const count = file.readUInt16BE(12);
  return Array.from({ length: count }, (_, index) => {
    const at = 44 + 20 * index;
    const table = {
      offset: file.readUInt32BE(at + 4),
      packedBytes: file.readUInt32BE(at + 8),
      bytes: file.readUInt32BE(at + 12),
    };
    if (table.offset + table.packedBytes > file.length) throw new RangeError('a table lies beyond the end of the file');
    return table;
  });
}

/** The larger of the two lengths of each table of a WOFF2 file (WOFF 2.0 §4.1, §4.2). */
function woff2Lengths(file: Buffer): number[] {
  const count = file.readUInt16BE(12);
  const reader = { file, at: 48 };
  return Array.from({ length: count }, () => {
    const flags = file.readUInt8(reader.at++);
    const [tag, version] = [flags & 0x3f, flags >> 6];
    if (tag === 0x3f) reader.at += 4; // the tag follows
    const bytes = readBase128(reader);
    const isOutline = tag === GLYF || tag === LOCA;
    const isTransformed = isOutline ? version !== 3 : version !== 0;
    return isTransformed ? Math.max(bytes, readBase128(reader)) : bytes;
  });
}

/** Numbers of known tags. */
const GLYF = 10;
const LOCA = 11;

/** Reads a number of up to five bytes with seven bits each (WOFF 2.0 §4.1). */
function readBase128(reader: { readonly file: Buffer; at: number }): number {
  let value = 0;
  for (let bytes = 0; bytes < 5; bytes++) {
    const byte = reader.file.readUInt8(reader.at++);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  throw new RangeError('a length has more than five bytes');
}
