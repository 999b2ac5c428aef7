/** An object of Kubernetes, as the chart renders it. */
export type Manifest = { kind: string; metadata: { name: string } };

export function podContainers(
  objects: readonly Manifest[],
  folder: string,
): { name: string; isJob: boolean; inits: string[][]; main: string[] }[];

export function serviceNames(objects: readonly Manifest[]): string[];

export function podVolumes(
  objects: readonly Manifest[],
  folder: string,
): { path: string; files: Record<string, string> }[];
