import type { Request } from 'express';
import type { ObjectHead } from '#libs/storage';

/** A part of a file, from its first byte to its last one, both included and counted from 0. */
interface Span {
  start: number;
  end: number;
}

/**
 * The requested part of a file, or undefined for the whole file: no Range header, one that does not parse, several
 * ranges, or an `If-Range` that names another version (RFC 9110 §14.2, §13.1.5).
 */
export function byteRange(head: ObjectHead, request: Request): Span | 'unsatisfiable' | undefined {
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== request.res?.get('ETag')) return undefined;
  const ranges = request.range(head.size);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return { start: ranges[0]!.start, end: ranges[0]!.end };
}
