import { isLayerKind } from '#libs/document';
import type { Path } from '../fault-list.js';
import { withValues } from '../finish/document-in-size.js';
import { keyframedProperties } from '../keyframes.js';
import { propertiesInStyle } from '../layers/layer-style.js';
import { kindOf, LAYER_CLASSES } from '../layers/layer.js';
import { isPlainObject, own } from '../shape/json.js';
import { MAX_EXPANDED_CHARACTERS } from '../variables.js';
import { type StyledDocument, type StyledValues, styleNames } from './styled-document.js';

type Values = Record<string, unknown>;

/** The values of a list of styles for one kind of layers. */
interface Base {
  readonly values: Values;
  readonly paths: StyledValues;
  readonly characters: number;
}

/** Puts the properties of the styles of one document beneath those of its layers. */
export class Styling {
  readonly #styled = new Map<unknown, StyledValues>();
  readonly #bases = new Map<string, Base>();
  #room = MAX_EXPANDED_CHARACTERS;

  constructor(private readonly styles: Values) {}

  apply<Document extends Values>(document: Document): StyledDocument<Document> {
    const [pages, components] = [own(document, 'pages'), own(document, 'components')];
    const styledDocument = {
      ...document,
      ...(Array.isArray(pages) && { pages: pages.map((page) => this.holder(page)) }),
      ...(isPlainObject(components) && {
        components: Object.fromEntries(Object.entries(components).map(([name, one]) => [name, this.holder(one)])),
      }),
    };
    return { document: styledDocument, styled: this.#styled, isTooLong: this.#room < 0 };
  }

  /** A holder of layers with the layers in it. */
  private holder(holder: unknown, depth = 0): unknown {
    if (!isPlainObject(holder) || depth > MAX_DEPTH) return holder;
    const layers = own(holder, 'layers');
    const layer = this.layer(holder);
    if (!Array.isArray(layers)) return layer;
    const whole = { ...layer, layers: layers.map((each) => this.holder(each, depth + 1)) };
    const paths = this.#styled.get(layer);
    if (paths) this.#styled.set(whole, paths);
    return whole;
  }

  private layer(layer: Values): Values {
    const names = styleNames(layer);
    if (names.length === 0) return layer;
    const base = this.baseOf(names, own(layer, 'type'));
    this.#room -= base.characters;
    if (this.#room < 0) return layer;
    const merged = withValues(withoutAlternatives(base.values, layer), layer);
    const paths = [...base.paths].filter(([name]) => !isOwn(layer, name));
    this.#styled.set(merged, new Map(paths));
    return merged;
  }

  private baseOf(names: readonly string[], kind: unknown): Base {
    const key = [kind, ...names].join();
    const known = this.#bases.get(key);
    if (known) return known;
    const paths = new Map<string, Path>();
    let values: Values = {};
    for (const name of names) {
      const style = valuesFor(kind, own(this.styles, name));
      values = withValues(values, style);
      for (const [property, value] of Object.entries(style)) {
        const tracks = property === 'keyframes' && isPlainObject(value) ? Object.keys(value) : undefined;
        if (!tracks) paths.set(property, ['styles', name, property]);
        for (const track of tracks ?? []) paths.set(`keyframes.${track}`, ['styles', name, 'keyframes', track]);
      }
    }
    const base = { values, paths, characters: JSON.stringify(values).length };
    this.#bases.set(key, base);
    return base;
  }
}

/** Deepest layers, groups in groups: the rules of the shape refuse fewer. */
const MAX_DEPTH = 32;

/** The values of a style that a kind of layers has. Those for sizes are those of the document in a size. */
function valuesFor(kind: unknown, style: unknown): Values {
  if (!isPlainObject(style) || !isLayerKind(kind)) return {};
  const accepted = propertiesInStyle(LAYER_CLASSES[kind]);
  const { keyframes, ...values } = style;
  const picked = Object.entries(values).filter(([name]) => name !== 'for_size' && accepted.has(name));
  if (!isPlainObject(keyframes)) return Object.fromEntries(picked);
  const keyframed = keyframedProperties(LAYER_CLASSES[kind]);
  const tracks = Object.entries(keyframes).filter(([name]) => keyframed.has(name));
  return { ...Object.fromEntries(picked), keyframes: Object.fromEntries(tracks) };
}

function isOwn(layer: Values, name: string): boolean {
  const [property = '', track] = name.split('.');
  return track === undefined ? own(layer, property) !== undefined : own(own(layer, property), track) !== undefined;
}

/** The values of a style without that in whose place a layer has another. */
function withoutAlternatives(values: Values, layer: Values): Values {
  const type = own(layer, 'type');
  const alternatives: readonly string[] = (isLayerKind(type) && kindOf({ type }).alternatives) || [];
  if (!alternatives.some((name) => own(layer, name) !== undefined)) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !alternatives.includes(name)));
}
