import type { AnyObject } from './json.ts';

/** A typical fault of a language model, put into a document without faults. */
export interface ClumsyFault {
  name: string;
  put(parts: Parts): void;
}

/** The parts of a document that faults change. */
interface Parts {
  document: AnyObject;
  page: AnyObject;
  /** The first text. */
  text: AnyObject;
  enter: AnyObject;
}

const renamed = (object: AnyObject, from: string, to: string): void => {
  object[to] = object[from];
  Reflect.deleteProperty(object, from);
};

export const CLUMSY_FAULTS: readonly ClumsyFault[] = [
  { name: 'a field in camel case', put: ({ text }) => renamed(text, 'font_size', 'fontSize') },
  { name: 'a field of CSS', put: ({ text }) => renamed(text, 'text_color', 'color') },
  { name: 'a field of another service', put: ({ text }) => renamed(text, 'weight', 'font_weight') },
  { name: 'an invented field', put: ({ text }) => void (text['sparkle'] = true) },
  { name: 'an invented field of the document', put: ({ document }) => void (document['framerate'] = 30) },
  { name: 'a kind of layer that does not exist', put: ({ text }) => void (text['type'] = 'texts') },
  { name: 'an animation that does not exist', put: ({ enter }) => void (enter['type'] = 'fade_in') },
  { name: 'an animation as a word', put: ({ text }) => void (text['enter'] = 'fade') },
  { name: 'an easing of another library', put: ({ enter }) => void (enter['easing'] = 'easeOutCubic') },
  { name: 'a color with five digits', put: ({ text }) => void (text['text_color'] = '#12345') },
  { name: 'a color that has no name', put: ({ text }) => void (text['text_color'] = 'bluish green') },
  { name: 'a font that is misspelled', put: ({ text }) => void (text['font_family'] = 'Robotto') },
  { name: 'a font that is not there', put: ({ text }) => void (text['font_family'] = 'Comic Neue Pro') },
  {
    name: 'a text too long for its box',
    put: ({ text }) => Object.assign(text, { font_size: 96, height: 80, width: 260 }),
  },
  { name: 'pixels off the frame', put: ({ text }) => Object.assign(text, { x: 9_000, y: 40 }) },
  { name: 'a position above the frame', put: ({ text }) => Object.assign(text, { y: -5_000 }) },
  { name: 'a length with a unit', put: ({ text }) => void (text['width'] = '640px') },
  { name: 'a font size with a unit', put: ({ text }) => void (text['font_size'] = '48px') },
  { name: 'a time after the end', put: ({ text }) => void (text['start'] = 60) },
  { name: 'a negative time', put: ({ text }) => void (text['start'] = -1) },
  { name: 'a duration as a word', put: ({ page }) => void (page['duration'] = `${String(page['duration'])}s`) },
  { name: 'an opacity in percent', put: ({ text }) => void (text['opacity'] = 80) },
  { name: 'a weight as a word', put: ({ text }) => void (text['weight'] = 'bold') },
  { name: 'a text as a number', put: ({ text }) => void (text['line_height'] = '1.2em') },
  { name: 'an alignment in other spelling', put: ({ text }) => void (text['align'] = 'centered') },
  { name: 'a variable that is not declared', put: ({ page }) => void (page['background_color'] = '{{brandd}}') },
  {
    name: 'a name used twice',
    put: ({ page }) => (page['layers'] as AnyObject[]).push({ ...(page['layers'] as AnyObject[])[0], y: 0 }),
  },
  { name: 'a page without its number', put: ({ page }) => void Reflect.deleteProperty(page, 'number') },
];

/** A copy of the document with faults. */
export function clumsy(document: AnyObject, faults: readonly ClumsyFault[]): AnyObject {
  const copy = structuredClone(document);
  const [page] = copy['pages'] as [AnyObject];
  const [text] = page['layers'] as [AnyObject];
  for (const { put } of faults)
    put({ document: copy, page, text, enter: (typeof text['enter'] === 'object' ? text['enter'] : {}) as AnyObject });
  return copy;
}
