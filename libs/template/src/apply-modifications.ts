import type { LayerKind } from '#libs/document';
import { didYouMean } from './did-you-mean.js';
import { type DocumentLimits, FORMAT_LIMITS } from './document-limits.js';
import { checkDocumentRules, layersIn } from './document-rules.js';
import { TemplateDocument, type TemplateVariable } from './document.js';
import type { Checked } from './fault.js';
import { fieldName, FaultList, type FoundFault, type Path } from './fault-list.js';
import { kindOf, LAYER_CLASSES } from './layers/layer.js';
import { Modifications, type LayerModification, type PageModification } from './modifications.js';
import { callerProperties, closedBecause } from './openable.js';
import type { Origins } from './origins.js';
import { checkShape } from './shape/check-shape.js';
import { isList, isPlainObject, listOf, own } from './shape/json.js';
import { substitute, variablesIn } from './placeholders.js';
import { isFixed, MAX_EXPANDED_CHARACTERS, variableFault } from './variables.js';

/**
 * Creates the document of one video (docs/template/variables.md). Replaces variables in every string, then sets
 * the caller's values. Those are literal, even if they contain braces. Every fault has the path that the caller wrote.
 *
 * The result declares no variables. It must not pass through `validateTemplate` again, which would read a literal
 * `{{…}}` of a caller as a variable. Call this also without modifications: it fills in the defaults. Mutates nothing.
 * The origins lead from a finding about the result to the part of the request that causes it.
 *
 * @param document a template that `validateTemplate` accepted
 * @param root prefix of the paths: `''` if `pages` stands beside the other fields of the request, else `modifications`
 * @param limits at most those of the format; they may be narrower than when the template was stored
 */
export function applyModifications(
  document: TemplateDocument,
  modifications: Modifications,
  root = '',
  limits: DocumentLimits = FORMAT_LIMITS,
): AppliedDocument {
  const pagesPath = root === '' ? ['pages'] : [root, 'pages'];
  const variablesPath = [root === '' ? 'modifications' : root, 'variables'];
  const faults = new FaultList(
    root === '' ? { pages: own(modifications, 'pages'), modifications } : { [root]: modifications },
  );

  const given = readModifications(modifications, root, { faults, path: variablesPath });
  if (!given) return { ok: false, faults: faults.report() };
  const { pages = [], variables = {} } = given;
  const { variables: declared = {}, ...copy } = structuredClone(document);
  const overrides = findOverrides(copy, pages, { faults, path: pagesPath });
  const values = variableValues(declared, variables, { faults, path: variablesPath });
  const uses = replaceVariables(copy, values, new Set(overrides.map((each) => fieldName(each.path))));
  if (!uses) {
    const message = `variables must not make the document longer than ${MAX_EXPANDED_CHARACTERS} characters`;
    faults.add(variablesPath, { code: 'VALUE_TOO_LARGE', message, value: variables });
    return { ok: false, faults: faults.report() };
  }
  for (const name of new Set([...uses.values()].flat())) {
    if (values.has(name)) continue;
    faults.add([...variablesPath, name], { code: 'REQUIRED_FIELD', message: `${name} is required by the template` });
  }
  for (const override of overrides) override.target[override.property] = override.value;

  const causes = { overrides, uses, variablesPath, given: variables, faults };
  const value = checkApplied(copy, causes, limits);
  return value ? { ok: true, value, origins: originsOf(causes) } : { ok: false, faults: faults.report() };
}

/** The document of one video, or why there is none. */
export type AppliedDocument =
  Extract<Checked<TemplateDocument>, { ok: false }> | (Checked<TemplateDocument> & { ok: true; origins: Origins });

/** A part of the modifications: its path in the request, and the list for its faults. */
interface Source {
  faults: FaultList;
  path: Path;
}

/** One property of the document that the caller sets. */
interface Override {
  /** The page or layer in the copy of the document. */
  target: Record<string, unknown>;
  property: string;
  value: unknown;
  /** Path of the property in the document. */
  path: Path;
  /** Path of the value in the request. */
  origin: Path;
}

/** The modifications as an instance; undefined if their shape has faults. @param variables in the request */
function readModifications(input: Modifications, root: string, variables: Source): Modifications | undefined {
  const shape = new FaultList(input);
  const read = checkShape({ faults: shape }, Modifications, input, []);
  if (shape.count === 0) return read;
  const within = root === '' ? [] : [root];
  variables.faults.adopt(shape, (path) =>
    path[0] === 'variables' ? [...variables.path, ...path.slice(1)] : [...within, ...path],
  );
  return undefined;
}

function findOverrides(document: object, pages: readonly PageModification[], source: Source): Override[] {
  const overrides: Override[] = [];
  const named = new Set<number>();
  const all = listOf(own(document, 'pages'));
  for (const [index, modification] of pages.entries()) {
    const origin = [...source.path, index];
    const refuse = (message: string): void =>
      source.faults.add([...origin, 'number'], { code: 'INVALID_VALUE', message, value: modification.number });
    const pageIndex = modification.number - 1;
    const page = all[pageIndex];
    if (!isPlainObject(page)) refuse(`the template has no page ${modification.number}, its last page is ${all.length}`);
    else if (named.has(modification.number)) refuse(`page ${modification.number} is named twice`);
    else {
      const site = { target: page, path: ['pages', pageIndex], origin };
      const { background_color, page_audio_url } = modification;
      overrides.push(...overridesOf({ background_color, page_audio_url }, site));
      overrides.push(...findLayerOverrides(modification.layers ?? [], site, source.faults));
    }
    named.add(modification.number);
  }
  return overrides;
}

type Site = Pick<Override, 'target' | 'path' | 'origin'>;

function overridesOf(values: Record<string, unknown>, { target, path, origin }: Site): Override[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) => ({
      target,
      property,
      value,
      path: [...path, property],
      origin: [...origin, property],
    }));
}

function findLayerOverrides(modifications: readonly LayerModification[], page: Site, faults: FaultList): Override[] {
  const overrides: Override[] = [];
  const layers = new Map(
    [...layersIn(page.target['layers'], [...page.path, 'layers'])].map((layer) => [layer.value['name'], layer]),
  );
  const named = new Set<string>();
  for (const [index, { name, ...values }] of modifications.entries()) {
    const origin = [...page.origin, 'layers', index];
    const layer = layers.get(name);
    const fault = !layer ? unknownLayer(name, layers.keys(), faults) : named.has(name) ? 'is named twice' : undefined;
    named.add(name);
    if (!layer || fault) {
      faults.add([...origin, 'name'], { code: 'INVALID_VALUE', message: `${name} ${fault ?? ''}`, value: name });
      continue;
    }
    const kind = layer.value['type'] as LayerKind;
    const accepted = callerProperties(LAYER_CLASSES[kind], layer.value);
    for (const override of overridesOf(values, { target: layer.value, path: layer.path, origin })) {
      if (accepted.has(override.property)) overrides.push(override);
      else {
        const message = closedBecause(LAYER_CLASSES[kind], kind, override.property);
        faults.add(override.origin, { code: 'INVALID_VALUE', message, value: override.value });
      }
    }
    dropReplacedSource(layer.value, kind, values);
  }
  return overrides;
}

function unknownLayer(name: string, names: Iterable<unknown>, faults: FaultList): string {
  return `is not a layer of this page${faults.isFull ? '' : didYouMean(name, names)}`;
}

/** Removes the template's property that the caller's value replaces, if a kind requires exactly one of the two. */
function dropReplacedSource(layer: Record<string, unknown>, type: LayerKind, values: object): void {
  const { alternatives } = kindOf({ type });
  if (!alternatives) return;
  const [one, other] = alternatives;
  if (Object.hasOwn(values, one)) Reflect.deleteProperty(layer, other);
  if (Object.hasOwn(values, other)) Reflect.deleteProperty(layer, one);
}

/** The text of each variable: the caller's value or the default. A variable without either is absent. */
function variableValues(
  declared: Readonly<Record<string, TemplateVariable>>,
  given: Readonly<Record<string, unknown>>,
  source: Source,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, { default: value }] of Object.entries(declared)) {
    if (value !== undefined) values.set(name, `${value as string | number | boolean}`);
  }
  for (const [name, value] of Object.entries(given)) {
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined;
    const fault = variable
      ? variableFault(name, variable.type, value)
      : { code: 'INVALID_VALUE' as const, message: unknownVariable(name, declared, source.faults) };
    if (fault) source.faults.add([...source.path, name], { ...fault, value });
    values.set(name, fault ? '' : String(value));
  }
  return values;
}

function unknownVariable(name: string, declared: object, faults: FaultList): string {
  const proposal = faults.isFull ? '' : didYouMean(name, Object.keys(declared));
  return `the template has no variable ${name.slice(0, 64)}${proposal}`;
}

/**
 * Replaces `{{name}}` in every string of the document except in properties that the caller sets: their values are
 * literal.
 *
 * @returns the names used by each string, by its path; undefined if the strings become longer than a document may be
 */
function replaceVariables(
  document: object,
  values: ReadonlyMap<string, string>,
  overridden: ReadonlySet<string>,
): Map<string, string[]> | undefined {
  let characters = 0;
  const uses = new Map<string, string[]>();
  const visit = (container: unknown, path: Path): void => {
    if (!isPlainObject(container) && !isList(container)) return;
    for (const [key, value] of Object.entries(container)) {
      if (characters > MAX_EXPANDED_CHARACTERS) return;
      const at = [...path, Array.isArray(container) ? Number(key) : key];
      if (typeof value !== 'string') visit(value, at);
      else if (!isFixed(at) && !overridden.has(fieldName(at))) {
        const names = variablesIn(value);
        if (names.length === 0) continue;
        uses.set(fieldName(at), names);
        const expanded = substitute(value, (name) => values.get(name) ?? '');
        characters += expanded.length;
        Reflect.set(container, key, expanded);
      }
    }
  };
  visit(document, []);
  return characters > MAX_EXPANDED_CHARACTERS ? undefined : uses;
}

/** The parts of a request that may cause a fault of its finished document. */
interface Causes {
  overrides: readonly Override[];
  uses: ReadonlyMap<string, readonly string[]>;
  variablesPath: Path;
  given: Readonly<Record<string, unknown>>;
  faults: FaultList;
}

/** The finished document as an instance; undefined if it has faults, which are reported where the request causes them. */
function checkApplied(document: object, causes: Causes, limits: DocumentLimits): TemplateDocument | undefined {
  const judged = new FaultList(document);
  const value = checkShape({ faults: judged }, TemplateDocument, document, []);
  checkDocumentRules(document, judged, limits);
  for (const fault of judged.found()) blame(fault, causes);
  return causes.faults.count > 0 ? undefined : value;
}

function originsOf({ overrides, uses, variablesPath, given }: Causes): Origins {
  return {
    overrides: new Map(overrides.map(({ path, origin }) => [fieldName(path), fieldName(origin)])),
    variables: new Map(
      [...uses].map(([field, names]) => [field, fieldName([...variablesPath, culprit(names, given)!])]),
    ),
  };
}

/**
 * Reports a fault of the finished document at the value or variable of the request that caused it, where the caller can
 * correct it.
 */
function blame({ path, ...fault }: FoundFault, { overrides, uses, variablesPath, given, faults }: Causes): void {
  const override = overrides.find((each) => each.path.every((step, index) => step === path[index]));
  if (override) {
    faults.add([...override.origin, ...path.slice(override.path.length)], fault);
    return;
  }
  const names = uses.get(fieldName(path)) ?? [];
  const paths = names.map((name) => [...variablesPath, name]);
  // A variable without a usable value already has a fault, and may be the only reason for this one.
  if (paths.some((each) => faults.has(each))) return;
  const name = culprit(names, given);
  if (name === undefined) faults.add(path, fault);
  else faults.add([...variablesPath, name], { ...fault, message: `${fieldName(path)}: ${fault.message}` });
}

/** The variable of a string to blame: the first that the caller has set, or else the first. */
function culprit(names: readonly string[], given: Readonly<Record<string, unknown>>): string | undefined {
  return names.find((name) => Object.hasOwn(given, name)) ?? names[0];
}
