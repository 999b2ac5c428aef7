import { didYouMean } from '../did-you-mean.js';
import { layersIn } from '../document-rules.js';
import { ExpressionFault } from '../expressions/expression-fault.js';
import type { Expression } from '../expressions/expression.js';
import { parseExpression } from '../expressions/language.js';
import type { FaultList, Path } from '../fault-list.js';
import { MAX_AUDIO_TRACKS } from '../document.js';
import { MAX_PAGES } from '../document-limits.js';
import { type Located, objectsIn } from '../located.js';
import { isList, isPlainObject, own } from '../shape/json.js';
import { COPY_NAMES, DEFAULT_ITEM_NAME } from '../structure.js';
import { BRAND_NAME } from '../expressions/brand-name.js';
import { tokensOf, type Tokens, unknownToken } from '../reuse/brand-tokens.js';
import { freeNames } from './free-names.js';
import type { ScopeTypes } from './scope-types.js';

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

/**
 * Checks that the expressions that decide the structure use only names that exist, and that their values are what is
 * needed: a list, true or false. The rules of the shape check the rest.
 */
export function checkStructure(document: unknown, types: ScopeTypes, faults: FaultList): void {
  const variables = own(document, 'variables');
  const declared = new Set(isPlainObject(variables) ? Object.keys(variables) : []);
  const tokens = tokensOf(document);
  const check = (text: unknown, path: Path, needed: Needed, names: ReadonlySet<string>): void => {
    const expression = typeof text === 'string' ? parseExpression(text) : undefined;
    if (!expression || expression instanceof ExpressionFault) return;
    const message =
      nameFault(expression, { names: [names, declared], tokens, faults }) ??
      typeFault(types.at(path).typeOf(expression), needed);
    if (message !== undefined) faults.add(path, { code: 'INVALID_VALUE', message, value: text });
  };
  for (const { value, path } of nodesIn(document)) {
    const list = own(own(value, 'repeat'), 'list');
    check(list, [...path, 'repeat', 'list'], LIST, copyNamesAt(path.slice(0, -1), document));
    check(own(value, 'when'), [...path, 'when'], TRUTH, copyNamesAt(path, document));
  }
}

interface Known {
  names: readonly ReadonlySet<string>[];
  tokens: Tokens;
  faults: FaultList;
}

function nameFault(expression: Expression, { names, tokens, faults }: Known): string | undefined {
  const isKnown = (name: string): boolean => names.some((each) => each.has(name));
  const unknown = freeNames(expression).find((name) => !isKnown(name) && name !== BRAND_NAME);
  if (unknown === undefined) return isKnown(BRAND_NAME) ? undefined : unknownToken(expression, tokens);
  const all = faults.isFull ? [] : names.flatMap((each) => [...each]);
  return `there is no variable or item ${unknown.slice(0, 64)}${didYouMean(unknown, all)}`;
}

/** The type that the value of an expression has to have. */
interface Needed {
  /** Begins the name of the type in the language. */
  readonly type: string;
  /** Begins the fault of another one. */
  readonly message: string;
}

const LIST: Needed = { type: 'list', message: 'list must be a list' };
const TRUTH: Needed = { type: 'bool', message: 'when must be true or false' };

/** @param type of the language; `dyn` for one that only the values decide */
function typeFault(type: string | ExpressionFault, needed: Needed): string | undefined {
  if (type instanceof ExpressionFault) return type.message;
  if (type === 'dyn' || type.startsWith(needed.type)) return undefined;
  return `${needed.message}, not ${NAMES[type] ?? (type.startsWith('list') ? 'a list' : 'an object')}`;
}

/** Names for people of types of the language. */
const NAMES: Readonly<Record<string, string>> = {
  bool: 'true or false',
  double: 'a number',
  int: 'a number',
  uint: 'a number',
  string: 'a string',
  null: 'null',
};

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
