/** The code of an error of the operating system or of Node, such as `ENOENT`; undefined for a value without one. */
export function errnoOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
