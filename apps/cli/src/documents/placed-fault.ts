import type { Finding, PlacedFault } from '../cli-error.js';
import type { JsonFile } from './json-file.js';
import type { RequestSource } from './read-request.js';

/** The arguments that fields of a request stand for. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  format: '--format',
  size: '--size',
  sizes: '--size',
  fps: '--fps',
  audio_url: '--audio',
  max_width: '--max-width',
  loop: '--loop',
  t: '--time',
  width: '--width',
  quality: '--quality',
};

/**
 * A fault with its place: the argument that caused it, or a place in the file of modifications or in the template.
 *
 * @param template absent: the fault is one of the request
 */
export function placedFault<Found extends Finding>(
  fault: Found,
  { places, modifications }: Pick<RequestSource, 'places' | 'modifications'>,
  template?: JsonFile,
): Found & PlacedFault {
  const { field } = fault;
  const set = [...places].find(
    ([path]) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`),
  );
  if (set) return { ...fault, field: set[1] };
  if (/^modifications(?:\.|$)/.test(field)) {
    const placed = modifications?.placed({ ...fault, field: field.replace(/^modifications\.?/, '') || 'body' });
    return { ...(placed ?? fault), field };
  }
  if (template) return template.placed(fault);
  const root = /^[a-z_]+/.exec(field)?.[0] ?? '';
  return { ...fault, field: ARGUMENTS[root] ?? field };
}
