import type { TemplateDocument } from './document.js';
import type { Checked } from './fault.js';
export function validateTemplate(input: unknown): Checked<TemplateDocument> {
  throw new Error(`not built yet ${String(input)}`);
}
