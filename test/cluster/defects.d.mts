/** Defects by name; each edit is a file, a text in it, and the text that replaces it. */
export const DEFECTS: Readonly<
  Record<string, { edits: readonly (readonly [file: string, from: string, to: string])[] }>
>;
