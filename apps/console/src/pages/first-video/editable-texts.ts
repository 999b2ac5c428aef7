import type { components, TemplateDocument } from '#libs/client';

/** A text that a caller may replace. */
export interface EditableText {
  page: number;
  layer: string;
  /** The text in the template. */
  text: string;
}

type Layer = NonNullable<components['schemas']['TemplatePage']['layers']>[number];

/** The texts of a document, the largest first: that is the one worth changing. */
export function editableTexts(document: TemplateDocument): EditableText[] {
  return document.pages
    .flatMap((page) => textsOf(page.layers ?? []).map((layer) => ({ page: page.number, layer })))
    .sort((a, b) => (b.layer.font_size ?? 0) - (a.layer.font_size ?? 0))
    .map(({ page, layer }) => ({ page, layer: layer.name, text: layer.text }));
}

function textsOf(layers: readonly Layer[]): Extract<Layer, { type: 'text' }>[] {
  return layers.flatMap((layer) => {
    if (layer.type === 'text') return [layer];
    return layer.type === 'group' ? textsOf(layer.layers) : [];
  });
}
