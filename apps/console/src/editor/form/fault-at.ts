import { type Path, samePath } from '#libs/document';
import type { Fault } from '../draft/draft.ts';
import { pathOfField } from '../json/value-ranges.ts';

/** The first fault of exactly this value. */
export function faultAt(faults: readonly Fault[], path: Path): Fault | undefined {
  return faults.find(({ field }) => samePath(pathOfField(field), path));
}
