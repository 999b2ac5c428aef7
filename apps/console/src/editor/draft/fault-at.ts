import { type Path, samePath } from '#libs/document';
import { pathOfField } from '../../api/field-path.ts';
import type { DraftFault } from './draft.ts';

/** The first fault of exactly this value. */
export function faultAt(faults: readonly DraftFault[], path: Path): DraftFault | undefined {
  return faults.find(({ field }) => samePath(pathOfField(field), path));
}
