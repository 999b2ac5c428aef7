import type { Path } from '../fault-list.js';
import { isPlainObject, listOf, own } from '../shape/json.js';
import type { StyledDocument, StyledValues } from './styled-document.js';
import { Styling } from './styling.js';

export { type StyledDocument, type StyledValues, styleNames } from './styled-document.js';

/**
 * Puts the properties of styles beneath those of the layers that name them, on pages and in components. A new place of the
 * layer takes that of the whole direction, as in a size. Mutates nothing. Unknown styles are left out. Linear in the
 * document and in what it may become.
 */
export function applyStyles<Document>(document: Document): StyledDocument<Document> {
  const styles = own(document, 'styles');
  if (!isPlainObject(document) || !isPlainObject(styles)) return { document, styled: new Map(), isTooLong: false };
  return new Styling(styles).apply(document);
}

/** The path in a source of a value that may come from a style. */
export function pathInStyles(path: Path, { document, styled }: StyledDocument<unknown>): Path {
  let at: unknown = document;
  for (const [depth, step] of path.entries()) {
    const found = styledPath(styled.get(at), path.slice(depth));
    if (found) return found;
    at = typeof step === 'number' ? listOf(at)[step] : own(at, step);
  }
  return path;
}

/** The path of a value that a layer has from a style. @param steps from the layer to the value */
export function styledPath(styled: StyledValues | undefined, steps: Path): Path | undefined {
  const [property = '', track = ''] = steps;
  if (!styled) return undefined;
  const ofProperty = styled.get(String(property));
  if (ofProperty) return [...ofProperty, ...steps.slice(1)];
  const ofTrack = property === 'keyframes' ? styled.get(`keyframes.${track}`) : undefined;
  return ofTrack && [...ofTrack, ...steps.slice(2)];
}
