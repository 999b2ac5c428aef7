import type { TemplateDocument } from '../document.js';
import { FaultList, type Path } from '../fault-list.js';
import { Component } from '../reuse/component.js';
import { componentsOf } from '../reuse/shared.js';
import { checkShape } from '../shape/check-shape.js';
import { isList, isPlainObject, own } from '../shape/json.js';
import { declaredVariables } from './declared-variables.js';
import { DefaultTexts } from './default-texts.js';
import { checkSource, type Judging } from './judge-source.js';
import { checkSamples } from './sample-document.js';

/**
 * Judges each component of a document once by itself, as a document of one page with its variables: their defaults, or else
 * their examples. Components within it count as empty groups.
 */
export function judgeComponents(document: unknown, { faults, limits, checkAddress }: Judging): void {
  const components = componentsOf(document);
  for (const [name, component] of components) {
    const alone = documentOf(component, document);
    const found = new FaultList(alone);
    const texts = new DefaultTexts(alone, declaredVariables(alone), found);
    const check = { faults: found, readString: texts.read.bind(texts), ...(checkAddress && { checkAddress }) };
    checkShape(check, Component, { layers: own(component, 'layers') }, PAGE);
    checkSource(alone, { texts, components }, { faults: found, limits, checkAddress });
    if (found.count === 0) {
      const plain = { ...alone, pages: [{ ...alone.pages[0], layers: withoutUses(alone.pages[0].layers) }] };
      checkSamples(plain as TemplateDocument, found, limits);
    }
    faults.adopt(found, (path) => pathOf(path, name));
  }
}

const PAGE: Path = ['pages', 0];

/** The layers of a component as the only page of a document. */
function documentOf(component: Record<string, unknown>, document: unknown) {
  const page = { number: 1, duration: 1, layers: own(component, 'layers') };
  const around = { ...(isPlainObject(document) ? document : {}), components: undefined, audio: undefined };
  return { ...around, variables: own(component, 'variables') ?? {}, pages: [page] as const };
}

function withoutUses(layers: unknown): unknown {
  if (!isList(layers)) return layers;
  return layers.map((layer) => {
    if (!isPlainObject(layer)) return layer;
    if (layer['type'] !== 'component')
      return 'layers' in layer ? { ...layer, layers: withoutUses(layer['layers']) } : layer;
    return { ...layer, component: undefined, values: undefined, type: 'group', layers: [] };
  });
}

/** The path in the document of a value of {@link documentOf}. */
function pathOf(path: Path, name: string): Path {
  if (path[0] === 'variables') return ['components', name, ...path];
  return path[0] === 'pages' ? ['components', name, ...path.slice(PAGE.length)] : path;
}
