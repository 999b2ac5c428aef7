import { fieldName } from '../fault-list.js';
import type { Finished } from './finish-document.js';
import { labelOf } from './places.js';
import { type Causes, culpritFor } from './request-faults.js';

/** Origins of the values of a video's document. Plain data, by path in the document. */
export interface Origins {
  /** Values that the request sets: their paths in the request. */
  readonly overrides: ReadonlyMap<string, string>;
  /** For strings that contain variables, the path of the variable in the request. */
  readonly variables: ReadonlyMap<string, string>;
  /** Values that the template has for the size of the video: their paths in the template. */
  readonly sizes: ReadonlyMap<string, string>;
  /** For pages, layers and sound tracks that are copies or stand elsewhere in the template. */
  readonly sources: ReadonlyMap<string, OriginInSource>;
}

interface OriginInSource {
  /** Path in the template. */
  readonly field: string;
  /** The items for which it is a copy: `listings[4]`. */
  readonly label?: string;
}

/** A finding about a field. */
interface Finding {
  field: string;
  message: string;
}

/**
 * Moves a finding about a video's document to the value or variable of the request that causes it, if there is one, else
 * to its place in the template.
 */
export function atOrigin<Found extends Finding>(
  finding: Found,
  { overrides, variables, sources, sizes }: Origins,
): Found {
  const { field, message } = finding;
  const override = nearest(field, overrides);
  if (override) return { ...finding, field: override.origin + override.rest };
  const source = nearest(field, sources);
  const inSource = source ? source.origin.field + source.rest : field;
  const size = nearest(inSource, sizes);
  const inTemplate = size ? size.origin + size.rest : inSource;
  const label = source?.origin.label === undefined ? '' : `for ${source.origin.label}`;
  const variable = variables.get(field);
  // One variable may be used in several places.
  if (variable !== undefined) {
    return { ...finding, field: variable, message: `${inTemplate}${label && ` ${label}`}: ${message}` };
  }
  return { ...finding, field: inTemplate, message: `${label && `${label}: `}${message}` };
}

/** The place in the template of a page, a layer or a sound track of the document: of a copy, that of its original. */
export function fieldInTemplate(field: string, { sources }: Pick<Origins, 'sources'>): string {
  const source = nearest(field, sources);
  return source ? source.origin.field + source.rest : field;
}

/** The entry of the field or of the nearest thing around it, and the rest of the path from there. */
function nearest<Known>(field: string, known: ReadonlyMap<string, Known>): { origin: Known; rest: string } | undefined {
  for (
    let end = field.length;
    end > 0;
    end = Math.max(field.lastIndexOf('.', end - 1), field.lastIndexOf('[', end - 1))
  ) {
    const origin = known.get(field.slice(0, end));
    if (origin !== undefined) return { origin, rest: field.slice(end) };
  }
  return undefined;
}

/** The way back from a finished document to its request and its template. */
export function originsOf({ places, uses }: Finished, causes: Causes): Omit<Origins, 'sizes'> {
  const ofNodes = Map.groupBy(causes.overrides, ({ path }) => fieldName(path.slice(0, -1)));
  const overrides = new Map<string, string>();
  const sources = new Map<string, OriginInSource>();
  for (const place of places.values()) {
    const { path, source, styled = [] } = place;
    const [field, inTemplate, label] = [fieldName(path), fieldName(source), labelOf(place)];
    for (const [property, inStyle] of styled) {
      sources.set(`${field}.${property}`, {
        field: fieldName(inStyle),
        label: `${inTemplate}${label ? ` of ${label}` : ''}`,
      });
    }
    if (field !== inTemplate || label !== undefined) {
      sources.set(field, { field: inTemplate, ...(label !== undefined && { label }) });
    }
    for (const { property, origin } of ofNodes.get(inTemplate) ?? []) {
      overrides.set(fieldName([...path, property]), fieldName(origin));
    }
  }
  const variables = [...uses].flatMap(([field, { names, context }]) => {
    const culprit = culpritFor(names, context, causes);
    return culprit ? [[field, fieldName(culprit)] as const] : [];
  });
  return { overrides, variables: new Map(variables), sources };
}
