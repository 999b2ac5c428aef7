import { isWithin } from '#libs/document';
import type { Path } from '../fault-list.js';
import type { Override } from './caller-overrides.js';
import { type Context, labelOf, namedSource, originOf } from './places.js';
import type { Asked } from './read-modifications.js';
import type { SourceFault } from './structure-values.js';

/** The parts of a request that may cause a fault of its finished document. */
export interface Causes {
  readonly asked: Asked;
  readonly overrides: readonly Override[];
  /** The names of all variables. */
  readonly declared: ReadonlySet<string>;
  /** The path in the template of a value of the source, which is the template in the size of the video. */
  readonly inTemplate: (path: Path) => Path;
}

/** Reports a fault at the value or variable of the request that caused it, where the caller can correct it. */
export function addToRequest(fault: SourceFault, causes: Causes): void {
  const { source, names, code, message, value } = fault;
  const { faults, variablesPath, variables } = causes.asked;
  const override = causes.overrides.find((each) => each.path.every((step, index) => step === source.path[index]));
  if (fault.missing !== undefined) faults.add([...variablesPath, fault.missing], { code, message });
  else if (source.path[0] === 'variables') {
    faults.add([...variablesPath, ...source.path.slice(1)], { code, message, value: variables });
  } else if (override) {
    faults.add([...override.origin, ...source.path.slice(override.path.length)], { code, message, value });
  } else {
    const found = variablesBehind(names, source, causes);
    // A variable without a usable value already has a fault, and may be the only reason for this one.
    if (found.some((path) => faults.has(path))) return;
    const culprit = culpritOf(found, causes.asked);
    if (!culprit) addToSource(fault, faults, causes.inTemplate);
    else faults.add(culprit, { code, message: `${namedSource(source)}: ${message}`, value });
  }
}

/** Reports a fault where the author can correct it. */
export function addToSource(
  { source, code, message, value }: SourceFault,
  faults: Asked['faults'],
  inTemplate: Causes['inTemplate'] = (path) => path,
): void {
  const label = labelOf(source);
  faults.add(inTemplate(source.path), {
    code,
    message: label === undefined ? message : `for ${label}: ${message}`,
    value,
  });
}

/** The variable of the request to blame for a string that uses `names`; undefined if it uses none. */
export function culpritFor(names: readonly string[], context: Context, causes: Causes): Path | undefined {
  return culpritOf(variablesBehind(names, context, causes), causes.asked);
}

/** The paths of what the names stand for in a request. */
function variablesBehind(names: readonly string[], context: Context, { asked, declared }: Causes): Path[] {
  return names.flatMap((name) => {
    const given = context.use?.given.get(name);
    const origin = originOf(name, context, declared);
    return given ? [given] : origin ? [[...asked.variablesPath, ...origin]] : [];
  });
}

/** The first value that the caller has set, or else the first. */
function culpritOf(found: readonly Path[], { variables, variablesPath }: Asked): Path | undefined {
  const isGiven = (path: Path) =>
    !isWithin(path, variablesPath) || Object.hasOwn(variables, String(path[variablesPath.length]));
  return found.find(isGiven) ?? found[0];
}
