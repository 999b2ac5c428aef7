import type { ValidationArguments } from 'class-validator';
import { didYouMean } from '../did-you-mean.js';
import { MAX_VALUE_CHARACTERS } from '../document-limits.js';
import type { Fault } from '../fault.js';
import { FaultList, type Path } from '../fault-list.js';
import { isList, isPlainObject, jsonType, listOf, own } from './json.js';
import { openCandidates, openPropertiesOf } from './open-properties.js';
import {
  describeTypes,
  memberShape,
  propertiesOf,
  type NestedShape,
  type PropertyConstraint,
  type PropertyShape,
  type Shape,
  type ShapeChoices,
} from './property-shape.js';
import { explainUnknown } from './unknown-fields.js';

/** Maximum nesting depth, the same as for request bodies (docs/api.md). */
const MAX_DEPTH = 64;

/** Length that any string of a document may have if it uses variables, in characters. */
export const MIN_PLACEHOLDER_CHARACTERS = 512;
/** Characters of a key in free-form JSON. */
const MAX_FREE_KEY_CHARACTERS = 256;

/** The fault of an absolute http(s) URL; null if there is none. */
export type CheckAddress = (url: string) => Pick<Fault, 'code' | 'message'> | null;

/** The context of validating one document. */
export interface Check {
  faults: FaultList;
  /** Checks addresses that a renderer will fetch. Absent: all are accepted. */
  checkAddress?: CheckAddress;
  /**
   * The value to validate instead of a string of the document; undefined if it cannot be validated yet. Absent: the
   * string itself.
   */
  readString?: (text: string, path: Path, property: PropertyShape) => unknown;
}

/**
 * Validates `input` against `shape` and returns an instance of it. Adds faults to `check`; without any, the instance is
 * complete. Copies declared keys only, each as an own property, so `__proto__` has no effect.
 */
export function checkShape<T extends object>(check: Check, shape: Shape<T>, input: unknown, path: Path): T | undefined {
  if (!isPlainObject(input)) {
    const message = `${lastName(path)} must be an object`;
    check.faults.add(path, { code: 'INVALID_TYPE', message, value: input });
    return undefined;
  }
  if (path.length > MAX_DEPTH) {
    const message = `${lastName(path)} is nested deeper than ${MAX_DEPTH} levels`;
    check.faults.add(path, { code: 'INVALID_VALUE', message, value: input });
    return undefined;
  }
  const instance = new (shape as new () => T)();
  const declared = propertiesOf(shape);
  for (const name of Object.keys(input)) {
    const property = declared.get(name);
    const at = [...path, name];
    const value = property
      ? checkProperty(check, property, { object: input, path: at })
      : checkUndeclared(check, shape, { object: input, path: at });
    if (value !== undefined) define(instance, name, value);
  }
  for (const property of declared.values()) requirePresence(check, property, { object: input, path });
  return instance;
}

/** The object of the request that contains a property, and the path of the property. */
interface Site {
  object: Record<string, unknown>;
  path: Path;
}

function requirePresence(check: Check, property: PropertyShape, { object, path }: Site): void {
  if (own(object, property.name) !== undefined || property.optional) return;
  if (!property.conditions.every((holds) => holds(object, undefined))) return;
  check.faults.add([...path, property.name], { code: 'REQUIRED_FIELD', message: `${property.name} is required` });
}

function checkUndeclared(check: Check, shape: Shape, site: Site): unknown {
  const name = String(site.path.at(-1));
  let refusal: FaultList | undefined;
  for (const property of openCandidates(shape, name)) {
    const faults = new FaultList(check.faults.document, check.faults.root);
    const value = checkProperty({ ...check, faults }, property, site);
    if (faults.count === 0) return value;
    refusal ??= faults;
  }
  if (refusal) {
    check.faults.adopt(refusal, (path) => path);
    return undefined;
  }
  const message = `${name.slice(0, 64)} ${check.faults.isFull ? 'is not a known field' : whyUnknown(shape, name)}`;
  check.faults.add(site.path, { code: 'INVALID_VALUE', message, value: site.object[name] });
  return undefined;
}

function whyUnknown(shape: Shape, name: string): string {
  const explained = explainUnknown(shape, name);
  if (explained !== undefined) return explained;
  return `is not a known field${didYouMean(name, [...propertiesOf(shape).keys(), ...openPropertiesOf(shape).keys()])}`;
}

/** The value of the property in the result: nested objects as instances, everything else as sent. */
function checkProperty(check: Check, property: PropertyShape, site: Site): unknown {
  const value = site.object[property.name];
  if (value === undefined || (value === null && property.nullable)) return value;
  if (!property.conditions.every((holds) => holds(site.object, value))) return value;
  if (typeof value === 'string' && check.readString && value.length > maxSentCharacters(property)) {
    const message = `${property.name} must be at most ${maxSentCharacters(property)} characters long`;
    check.faults.add(site.path, { code: 'VALUE_TOO_LARGE', message, value });
    return undefined;
  }
  const judged = typeof value === 'string' && check.readString ? check.readString(value, site.path, property) : value;
  if (judged === undefined) return value;
  const before = check.faults.count;
  checkValue(check, { property, object: site.object, path: site.path, sent: value, judged });
  if (check.faults.count > before) return undefined;
  if (property.isAddress && typeof value === 'string') addAddressFault(check, value, site.path);
  return property.nested ? checkNested(check, narrowed(property.nested, site), value, site.path) : value;
}

/**
 * The limit for a string as sent. With variables it may be longer than the text that results, to make room for their
 * names.
 */
function maxSentCharacters({ maxCharacters }: PropertyShape): number {
  return Number.isFinite(maxCharacters)
    ? Math.max(maxCharacters, MIN_PLACEHOLDER_CHARACTERS)
    : MIN_PLACEHOLDER_CHARACTERS;
}

interface Judgement {
  property: PropertyShape;
  object: object;
  path: Path;
  /** The value as the caller wrote it, for reports. */
  sent: unknown;
  /** The value that the rules check. */
  judged: unknown;
}

function checkValue(check: Check, judgement: Judgement): void {
  const { property, path, sent, judged } = judgement;
  const whole = property.constraints.filter((constraint) => !constraint.each);
  const failure = findFailure(whole, judgement) ?? structuralFailure(property, judged);
  if (failure) {
    const proposed = check.faults.isFull ? failure : withObject(failure, property, judged);
    check.faults.add(path, { ...proposing(proposed, whole, { check, value: judged }), value: sent });
    return;
  }
  const ofElements = property.constraints.filter((constraint) => constraint.each);
  if (ofElements.length === 0 || !isList(judged)) {
    if (!property.nested && typeof judged === 'object') {
      checkFree(check, judged, { path, isAddress: property.isAddress });
    }
    return;
  }
  for (const [index, element] of judged.entries()) {
    const at = [...path, index];
    const fault = findFailure(ofElements, { ...judgement, judged: element });
    // An invalid value is not checked any deeper.
    if (fault) check.faults.add(at, { ...proposing(fault, ofElements, { check, value: element }), value: element });
    else if (!property.nested) checkFree(check, element, { path: at, isAddress: property.isAddress });
  }
}

type Failure = Omit<Parameters<FaultList['add']>[1], 'value'>;

function findFailure(constraints: readonly PropertyConstraint[], judgement: Judgement): Failure | undefined {
  const { property, object, judged } = judgement;
  const type = jsonType(judged);
  if (type === 'null') return { code: 'INVALID_TYPE', message: wrongType(property, constraints) };
  if (typeof judged === 'string' && judged.includes('\0')) {
    return { code: 'INVALID_VALUE', message: `${property.name} must not contain U+0000` };
  }
  for (const constraint of constraints) {
    if (constraint.types.length > 0 && !constraint.types.includes(type)) {
      return { code: 'INVALID_TYPE', message: wrongType(property, [constraint]) };
    }
    const args: ValidationArguments = {
      value: judged,
      object,
      property: property.name,
      constraints: [...constraint.arguments],
      targetName: '',
    };
    if (!constraint.passes(args)) {
      const code = typeof constraint.code === 'function' ? constraint.code(args) : constraint.code;
      return { code, message: constraint.message(args) };
    }
  }
  return undefined;
}

/** Most numbers of a set that a message lists. */
const MAX_MEMBERS = 20;
/** Most characters of a word that is proposed within an object. */
const MAX_WORD = 40;

/** Proposes the object for a word in its place, where its shape requires one property only: `{"type":"fade"}` for `fade`. */
function withObject(failure: Failure, { name, nested }: PropertyShape, value: unknown): Failure {
  const isWord = typeof value === 'string' && value.length <= MAX_WORD && failure.code === 'INVALID_TYPE';
  if (!isWord || nested?.holder !== 'value' || typeof nested.shape !== 'function') return failure;
  const required = [...propertiesOf(nested.shape).values()].filter(({ optional }) => !optional);
  if (required.length !== 1) return failure;
  return { ...failure, message: `${name} must be an object such as ${JSON.stringify({ [required[0]!.name]: value })}` };
}

/** Proposes a member of a set for a text that is similar to one. */
function proposing(
  failure: Failure,
  constraints: readonly PropertyConstraint[],
  { check, value }: { check: Check; value: unknown },
): Failure {
  const members = constraints.find(({ name }) => name === 'isIn')?.arguments[0];
  if (failure.code !== 'INVALID_VALUE' || check.faults.isFull || !Array.isArray(members)) return failure;
  const texts = members.filter((member) => typeof member === 'string');
  return { ...failure, message: failure.message + didYouMean(value, texts) };
}

function wrongType(property: PropertyShape, constraints: readonly PropertyConstraint[]): string {
  const types = constraints.find((constraint) => constraint.types.length > 0)?.types;
  const expected = types ? describeTypes(types) : property.nested ? 'an object' : 'given a value';
  const members = constraints.find(({ name }) => name === 'isIn')?.arguments[0];
  const isNumbers = Array.isArray(members) && members.every((member) => typeof member === 'number');
  const among = isNumbers ? `, one of ${members.slice(0, MAX_MEMBERS).join(', ')}` : '';
  return `${property.name} must ${expected === 'given a value' ? 'not be null' : `be ${expected}${among}`}`;
}

/** The failure of an object or array that the declaration does not expect. */
function structuralFailure(property: PropertyShape, value: unknown): Failure | undefined {
  const type = jsonType(value);
  const holder = property.nested?.holder;
  const needed = holder === 'array' ? 'array' : holder === undefined || holder === 'union' ? undefined : 'object';
  if (needed && type !== needed) {
    return { code: 'INVALID_TYPE', message: `${property.name} must be ${describeTypes([needed])}` };
  }
  const hasElements = property.constraints.some((constraint) => constraint.each);
  return hasElements && type !== 'array'
    ? { code: 'INVALID_TYPE', message: `${property.name} must be an array` }
    : undefined;
}

function narrowed(nested: NestedShape, { object }: Site): NestedShape {
  const shape = nested.narrow?.(object);
  return shape ? { ...nested, shape } : nested;
}

function checkNested(check: Check, nested: NestedShape, value: unknown, path: Path): unknown {
  if (nested.holder === 'array') {
    return listOf(value).map((element, index) => checkMember(check, nested, element, [...path, index]));
  }
  if (nested.holder === 'union' && !isPlainObject(value)) return value;
  if (nested.holder !== 'record' || !isPlainObject(value)) return checkMember(check, nested, value, path);
  const record: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, key];
    if (nested.keys?.pattern.test(key) !== false) define(record, key, checkMember(check, nested, member, at));
    else {
      const message = `${key.slice(0, 64)} ${nested.keys.message}`;
      check.faults.add(at, { code: 'INVALID_VALUE', message, value: member });
    }
  }
  return record;
}

function checkMember(check: Check, nested: NestedShape, value: unknown, path: Path): object | undefined {
  if (!isPlainObject(value)) return checkShape(check, Object, value, path);
  const member = memberShape(nested, value);
  if (member) return checkShape(check, member, value, path);
  if (typeof nested.shape !== 'function') addChoiceFault(check, nested.shape, value, path);
  return undefined;
}

/** Adds the fault of an object that has none of several shapes. Of a union, another rule has refused it. */
function addChoiceFault({ faults }: Check, { property, shapes }: ShapeChoices, value: object, path: Path): void {
  if (property === undefined) return;
  const at = [...path, property];
  const chosen = own(value, property);
  if (chosen === undefined) faults.add(at, { code: 'REQUIRED_FIELD', message: `${property} is required` });
  else if (typeof chosen !== 'string') {
    faults.add(at, { code: 'INVALID_TYPE', message: `${property} must be a string`, value: chosen });
  } else {
    const proposal = faults.isFull ? '' : didYouMean(chosen, shapes.keys());
    const message = `${property} must be one of: ${[...shapes.keys()].join(', ')}${proposal}`;
    faults.add(at, { code: 'INVALID_VALUE', message, value: chosen });
  }
}

/** Adds the fault of a URL. Texts other than http(s) URLs are left to other rules. */
function addAddressFault({ checkAddress, faults }: Check, url: string, path: Path): void {
  const fault = checkAddress && /^https?:\/\//i.test(url) ? checkAddress(url) : null;
  if (fault) faults.add(path, { ...fault, value: url });
}

/** Free-form JSON: bounded depth, keys and strings, no U+0000 and no `__proto__`, without recursion. */
function checkFree(check: Check, value: unknown, { path, isAddress }: { path: Path; isAddress: boolean }): void {
  const waiting: { value: unknown; path: Path }[] = [{ value, path }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const name = lastName(next.path);
    const fault = (message: string, code: Fault['code'] = 'INVALID_VALUE'): void =>
      check.faults.add(next.path, { code, message, value: next.value });
    const step = next.path.at(-1);
    if (typeof step === 'string' && step.length > MAX_FREE_KEY_CHARACTERS) {
      fault(`${name} … must be at most ${MAX_FREE_KEY_CHARACTERS} characters long`);
    } else if (typeof next.value === 'string' && next.value.length > MAX_VALUE_CHARACTERS) {
      fault(`${name} must be at most ${MAX_VALUE_CHARACTERS} characters long`, 'VALUE_TOO_LARGE');
    } else if (typeof next.value === 'string' && next.value.includes('\0')) fault(`${name} must not contain U+0000`);
    else if (name === '__proto__') fault('__proto__ is not a known field');
    else if (typeof next.value === 'string' && isAddress) addAddressFault(check, next.value, next.path);
    else if (typeof next.value !== 'object' || next.value === null) continue;
    else if (next.path.length > MAX_DEPTH) fault(`${name} is nested deeper than ${MAX_DEPTH} levels`);
    else {
      const steps: [string | number, unknown][] = isList(next.value)
        ? next.value.map((element, index) => [index, element])
        : Object.entries(next.value);
      for (const [step, member] of steps) waiting.push({ value: member, path: [...next.path, step] });
    }
  }
}

function lastName(path: Path): string {
  const step = path.at(-1) ?? 'body';
  return typeof step === 'number' ? `${String(path.at(-2) ?? '')}[${step}]` : step.slice(0, 64);
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
