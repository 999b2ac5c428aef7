const REVERSED_POLYNOMIAL = 0xedb88320;

/** CRC-32 (ISO 3309, the one of zip and PNG) of the text's UTF-8 bytes, as an unsigned 32-bit number. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? REVERSED_POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}
