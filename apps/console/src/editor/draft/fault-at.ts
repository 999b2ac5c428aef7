import { type Path, samePath } from '#libs/document';
import { pathOfField } from '../model/field-path.ts';
import type { Fault } from './draft.ts';

/** The first fault of exactly this value. */
export function faultAt(faults: readonly Fault[], path: Path): Fault | undefined {
  return faults.find(({ field }) => samePath(pathOfField(field), path));
}
