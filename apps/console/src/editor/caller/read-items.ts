import { type Json, objectOf } from '#libs/document';

/** The items that a text lists as JSON; neither for an empty text. */
export function readItems(text: string): { readonly items?: readonly Json[]; readonly fault?: string } {
  if (text.trim() === '') return {};
  try {
    const read = JSON.parse(text) as Json;
    if (!Array.isArray(read)) return { fault: 'A list is written in brackets: [{ "name": "value" }].' };
    const items: readonly Json[] = read;
    const at = items.findIndex((item) => !objectOf(item));
    return at < 0 ? { items } : { fault: `Item ${at + 1} must be an object: { "name": "value" }.` };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
