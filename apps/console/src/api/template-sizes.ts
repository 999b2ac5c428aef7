import type { Template } from '#libs/client';

/** The name of the size that width and height of a document are. */
export const OWN_SIZE = 'default';

export interface TemplateSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** The sizes of a template, its own first. */
export function sizesOf({ width, height, document }: Template): readonly [TemplateSize, ...TemplateSize[]] {
  const named = Object.entries(document?.sizes ?? {}).map(([name, size]) => ({ ...size, name }));
  return [{ name: OWN_SIZE, width, height }, ...named];
}
