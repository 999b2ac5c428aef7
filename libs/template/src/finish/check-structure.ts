import { didYouMean } from '../did-you-mean.js';
import { layersIn } from '../document-rules.js';
import { ExpressionFault } from '../expressions/expression-fault.js';
import { parseExpression } from '../expressions/expression.js';
import type { FaultList, Path } from '../fault-list.js';
import { MAX_AUDIO_TRACKS } from '../document.js';
import { MAX_PAGES } from '../document-limits.js';
import { type Located, objectsIn } from '../located.js';
import { isList, isPlainObject, own } from '../shape/json.js';
import { COPY_NAMES, DEFAULT_ITEM_NAME } from '../structure.js';
import { BRAND_NAME } from '../reuse/brand-name.js';
import { tokensOf, type Tokens, unknownToken } from '../reuse/brand-tokens.js';
import { freeNames } from './free-names.js';

/** Whether something in a document repeats, may be left out, or shows a component. */
export function hasStructure(document: unknown): boolean {
  return [...nodesIn(document)].some(
    ({ value }) => 'repeat' in value || 'when' in value || value['type'] === 'component',
  );
}

/** Whether a document differs from what is drawn of it in more than its texts. */
export function needsFinishing(document: unknown): boolean {
  return hasStructure(document) || [...nodesIn(document)].some(({ value }) => 'style' in value);
}

/** The names that expressions at a path may use in addition to variables: those of the copies around it. */
export function copyNamesAt(path: Path, document: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  let at = document;
  for (const step of path) {
    at = isList(at) ? at[Number(step)] : own(at, String(step));
    const repeat = own(at, 'repeat');
    if (!isPlainObject(repeat)) continue;
    for (const name of [itemName(repeat), ...COPY_NAMES]) names.add(name);
  }
  return names;
}

/** Checks that the expressions that decide the structure use only names that exist. The rules of the shape check the rest. */
export function checkStructure(document: unknown, faults: FaultList): void {
  const variables = own(document, 'variables');
  const declared = new Set(isPlainObject(variables) ? Object.keys(variables) : []);
  const tokens = tokensOf(document);
  for (const { value, path } of nodesIn(document)) {
    const list = own(own(value, 'repeat'), 'list');
    const around = path.slice(0, -1);
    if (typeof list === 'string') {
      checkNames(list, [...path, 'repeat', 'list'], { names: copyNamesAt(around, document), declared, tokens, faults });
    }
    const when = own(value, 'when');
    if (typeof when !== 'string') continue;
    checkNames(when, [...path, 'when'], { names: copyNamesAt(path, document), declared, tokens, faults });
  }
}

interface Known {
  names: ReadonlySet<string>;
  declared: ReadonlySet<string>;
  tokens: Tokens;
  faults: FaultList;
}

function checkNames(text: string, path: Path, { names, declared, tokens, faults }: Known): void {
  const expression = parseExpression(text);
  if (expression instanceof ExpressionFault) return;
  const isKnown = (name: string): boolean => names.has(name) || declared.has(name);
  const unknown = freeNames(expression).find((name) => !isKnown(name) && name !== BRAND_NAME);
  const message =
    unknown !== undefined
      ? `there is no variable or item ${unknown.slice(0, 64)}${faults.isFull ? '' : didYouMean(unknown, [...names, ...declared])}`
      : isKnown(BRAND_NAME)
        ? undefined
        : unknownToken(expression, tokens);
  if (message !== undefined) faults.add(path, { code: 'INVALID_VALUE', message, value: text });
}

/** The pages, transitions, layers and sound tracks of a document: all that may repeat or be left out. */
export function* nodesIn(document: unknown): Iterable<Located> {
  yield* objectsIn(own(document, 'audio'), ['audio'], MAX_AUDIO_TRACKS);
  for (const page of objectsIn(own(document, 'pages'), ['pages'], MAX_PAGES)) {
    yield page;
    const transition = own(page.value, 'transition');
    if (isPlainObject(transition)) yield { value: transition, path: [...page.path, 'transition'] };
    yield* layersIn(own(page.value, 'layers'), [...page.path, 'layers']);
  }
}

function itemName(repeat: Record<string, unknown>): string {
  const name = own(repeat, 'as');
  return typeof name === 'string' ? name : DEFAULT_ITEM_NAME;
}
