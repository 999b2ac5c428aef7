/**
 * Values of `format` for strings that are more than text, so that a form can choose a control for each. They are
 * annotations (JSON Schema, draft 2020-12, section 7.2.1): they restrict nothing. `url` is a `uri` that may contain
 * placeholders.
 */
export const TEXT_FORMATS = ['paint', 'color', 'easing', 'url', 'font', 'shadows', 'length'] as const;

const ANNOTATIONS: ReadonlySet<unknown> = new Set([...TEXT_FORMATS, 'password']);

/** True for a format that restricts nothing. */
export function isAnnotation(format: unknown): format is string {
  return ANNOTATIONS.has(format);
}
