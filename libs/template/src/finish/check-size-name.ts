import { didYouMean } from '../did-you-mean.js';
import type { FaultList } from '../fault-list.js';
import { sizesOf } from './document-in-size.js';

/** Checks that a document has the size that a request names. */
export function checkSizeName(document: unknown, size: string, faults: FaultList): void {
  const sizes = sizesOf(document);
  if (sizes.includes(size)) return;
  const message = `the template has no size ${size.slice(0, 64)}${didYouMean(size, sizes)}; it has ${sizes.join(', ')}`;
  faults.add(['size'], { code: 'INVALID_VALUE', message, value: size });
}
