import type { TemplateDocument } from './document.js';
import type { Checked } from './fault.js';
import type { Modifications } from './modifications.js';
export function applyModifications(
  document: TemplateDocument,
  modifications: Modifications,
  root = '',
): Checked<TemplateDocument> {
  throw new Error(`not built yet ${document.name} ${String(modifications)} ${root}`);
}
