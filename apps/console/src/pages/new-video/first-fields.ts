import type { components } from '#libs/client';
import { lengthPx } from '#libs/document';
import type { TemplateField } from '../../api/template-fields.ts';

/** Most fields that are shown: what is worth changing first. */
const MOST = 5;
/** Kinds of variables that a line of a form can take. */
const KINDS: ReadonlySet<TemplateField['kind']> = new Set(['text', 'color', 'date', 'number', 'boolean']);

type Document = components['schemas']['Template']['document'];
type Layer = NonNullable<components['schemas']['TemplatePage']['layers']>[number];

/**
 * The fields of a template that one changes first: its variables, then its largest texts; those that variables make up are
 * left out. In the order of the pages.
 */
export function firstFields(fields: readonly TemplateField[], document: Document): TemplateField[] {
  const variables = fields.filter(({ page, kind, choices }) => page === null && (KINDS.has(kind) || choices !== null));
  const sizes = document ? sizesOfTexts(document) : new Map<string, number>();
  const texts = fields
    .filter(({ path, sample }) => sizes.has(path) && typeof sample === 'string' && !sample.includes('{{'))
    .sort((a, b) => sizes.get(b.path)! - sizes.get(a.path)!);
  const first = new Set([...variables, ...texts].slice(0, MOST));
  return fields.filter((field) => first.has(field));
}

/** Pixels of the letters of each text, by the path of its field. */
function sizesOfTexts(document: NonNullable<Document>): ReadonlyMap<string, number> {
  return new Map(
    document.pages.flatMap(({ number, layers }) =>
      textsOf(layers ?? []).map(
        ({ name, font_size }) => [`${number}.${name}.text`, lengthPx(font_size ?? 0, 0, document)] as const,
      ),
    ),
  );
}

function textsOf(layers: readonly Layer[]): Extract<Layer, { type: 'text' }>[] {
  return layers.flatMap((layer) => {
    if (layer.type === 'text') return [layer];
    return 'layers' in layer ? textsOf(layer.layers) : [];
  });
}
