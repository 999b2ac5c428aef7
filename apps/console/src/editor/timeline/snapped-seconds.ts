/**
 * A move of `edges` by seconds, changed so that one of them stands at one of `lines`, if one is within `reach` seconds.
 * The nearest one attracts.
 */
export function snappedSeconds(
  edges: readonly number[],
  by: number,
  { lines, reach }: { readonly lines: readonly number[]; readonly reach: number },
): number {
  const shifts = edges.flatMap((edge) => lines.map((line) => line - edge - by));
  const nearest = shifts.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0];
  return nearest !== undefined && Math.abs(nearest) <= reach ? by + nearest : by;
}
