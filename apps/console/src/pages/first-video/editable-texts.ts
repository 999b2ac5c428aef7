import type { components, TemplateDocument } from '#libs/client';
import { lengthPx } from '#libs/document';

/** A text that a caller may replace. */
export interface EditableText {
  page: number;
  layer: string;
  /** The text in the template. */
  text: string;
}

type Layer = NonNullable<components['schemas']['TemplatePage']['layers']>[number];
type TextLayer = Extract<Layer, { type: 'text' }>;

/** The texts of a document, the largest first: that is the one worth changing. */
export function editableTexts(document: TemplateDocument): EditableText[] {
  const size = (layer: TextLayer): number => lengthPx(layer.font_size ?? 0, 0, document);
  return document.pages
    .flatMap((page) => textsOf(page.layers ?? []).map((layer) => ({ page: page.number, layer })))
    .sort((a, b) => size(b.layer) - size(a.layer))
    .map(({ page, layer }) => ({ page, layer: layer.name, text: layer.text }));
}

function textsOf(layers: readonly Layer[]): TextLayer[] {
  return layers.flatMap((layer) => {
    if (layer.type === 'text') return [layer];
    return 'layers' in layer ? textsOf(layer.layers) : [];
  });
}
