import type { Layer } from './edit/layer-tree.js';
import type { Size } from './geometry.js';
import type { JsonObject } from './json-path.js';
import { rounded } from './rounded.js';

/** A file that layers show. */
export type SourceKind = 'image' | 'video' | 'caption' | 'lottie';

/** Facts of a layer kind that hold everywhere. Its fields are in `libs/template`, its painter in `libs/frames`. */
interface KindFacts {
  /** The kind of file at its `source_url`; absent for a kind that shows no file. */
  readonly source?: SourceKind;
  /** Whether its pixels change over time while its content stays the same, as with footage. */
  readonly plays?: true;
  /** Whether its text can be animated line by line, word by word or letter by letter. */
  readonly splits?: true;
  /** Whether it holds other layers. */
  readonly holds?: true;
  /** Whether it is of use only where all of it is seen: texts, codes and figures. */
  readonly isRead?: true;
  /** The properties of a new layer in a parent of a size: it is seen at once and placed in the middle. */
  readonly starter: (parent: Size) => JsonObject;
}

const KINDS = {
  text: {
    isRead: true,
    splits: true,
    starter: (parent) => ({
      text: 'New text',
      ...middle(parent, 0.7, 0.2),
      font_size: rounded(Math.min(parent.width, parent.height) / 9, 0),
      align: 'center',
      vertical_align: 'middle',
      text_color: '#0f766e',
    }),
  },
  shape: { starter: (parent) => ({ ...square(parent, 0.4), fill_color: '#0f766e' }) },
  image: { source: 'image', starter: (parent) => ({ ...middle(parent, 0.5, 0.5), image_size: 'cover' }) },
  video: { source: 'video', plays: true, starter: () => ({}) },
  lottie: { source: 'lottie', plays: true, starter: (parent) => square(parent, 0.5) },
  caption: {
    source: 'caption',
    isRead: true,
    starter: (parent) => ({
      cues: [{ start: 0, end: 2, text: 'New caption' }],
      ...boxAt(parent, { x: 0.1, y: 0.75, width: 0.8, height: 0.2 }),
      font_size: rounded(Math.min(parent.width, parent.height) / 14, 0),
      align: 'center',
      vertical_align: 'middle',
    }),
  },
  chart: {
    isRead: true,
    starter: (parent) => ({
      chart_data: [
        { label: 'A', value: 3 },
        { label: 'B', value: 5 },
        { label: 'C', value: 4 },
      ],
      ...middle(parent, 0.6, 0.6),
      fill_color: '#0f766e',
    }),
  },
  progress: { starter: (parent) => ({ value: 0.6, ...middle(parent, 0.6, 0.04), fill_color: '#0f766e' }) },
  group: { holds: true, starter: (parent) => ({ ...middle(parent, 0.5, 0.5), layers: [] }) },
  stack: { holds: true, starter: (parent) => ({ ...middle(parent, 0.5, 0.5), gap: 16, layers: [] }) },
  component: { starter: (parent) => ({ ...middle(parent, 0.5, 0.5), component: 'component' }) },
  rating: { isRead: true, starter: (parent) => ({ rating: 4, ...middle(parent, 0.4, 0.12) }) },
  machine_code: { isRead: true, starter: (parent) => ({ text: 'https://example.com', ...square(parent, 0.35) }) },
} satisfies Record<string, KindFacts>;

/** The `type` of a layer. */
export type LayerKind = keyof typeof KINDS;

export const LAYER_FACTS: Readonly<Record<LayerKind, KindFacts>> = KINDS;

/** Every layer kind, in alphabetical order. */
export const LAYER_KINDS: readonly LayerKind[] = (Object.keys(KINDS) as LayerKind[]).toSorted();

/** The kinds that a finished document has. A layer that shows a component is a group there. */
export const DRAWN_KINDS: readonly LayerKind[] = LAYER_KINDS.filter((kind) => kind !== 'component');

/** True for the name of a layer kind. */
export function isLayerKind(type: unknown): type is LayerKind {
  return typeof type === 'string' && Object.hasOwn(KINDS, type);
}

/** True for a layer that holds others. */
export function holdsLayers(layer: { readonly type: unknown } | undefined): boolean {
  return isLayerKind(layer?.type) && LAYER_FACTS[layer.type].holds === true;
}

/** A layer of `kind` for a page or group of size `parent`, with the file at `sourceUrl` if its kind shows one. */
export function newLayer(kind: LayerKind, parent: Size, sourceUrl?: string): Layer {
  const source: JsonObject = sourceUrl === undefined ? {} : { source_url: sourceUrl };
  return { name: kind.replaceAll('_', ' '), type: kind, ...source, ...LAYER_FACTS[kind].starter(parent) };
}

function middle(parent: Size, width: number, height: number) {
  return boxAt(parent, { x: (1 - width) / 2, y: (1 - height) / 2, width, height });
}

function square(parent: Size, share: number) {
  const side = share * Math.min(parent.width, parent.height);
  return middle(parent, side / parent.width, side / parent.height);
}

function boxAt(parent: Size, share: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>) {
  return {
    x: rounded(share.x * parent.width, 0),
    y: rounded(share.y * parent.height, 0),
    width: rounded(share.width * parent.width, 0),
    height: rounded(share.height * parent.height, 0),
  };
}
