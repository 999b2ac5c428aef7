import { applyModifications, type TemplateDocument, validateTemplate } from '#libs/template';

/**
 * Validates a document and replaces its variables by their defaults.
 * @throws Error with the document's name and its faults
 */
export function validDocument(document: unknown): TemplateDocument {
  const validated = validateTemplate(document);
  const applied = validated.ok ? applyModifications(validated.value, {}) : validated;
  if (!applied.ok) throw new Error(`${(document as { name?: string }).name}: ${JSON.stringify(applied.faults)}`);
  return applied.value;
}
