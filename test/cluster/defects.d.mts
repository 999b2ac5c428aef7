/** Defects by name; each edit is a file, what stands in it, and what the defect puts in its place. */
export const DEFECTS: Readonly<
  Record<string, { edits: readonly (readonly [file: string, from: string, to: string])[] }>
>;
