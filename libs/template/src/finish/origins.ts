/** Origins of the values of a video's document. Plain data, by path in the document. */
export interface Origins {
  /** Values that the request sets: their paths in the request. */
  readonly overrides: ReadonlyMap<string, string>;
  /** For strings that contain variables, the path of the variable in the request. */
  readonly variables: ReadonlyMap<string, string>;
  /** Values that the template has for the size of the video: their paths in the template. */
  readonly sizes: ReadonlyMap<string, string>;
}

/** A finding about a field. */
interface Finding {
  field: string;
  message: string;
}

/** Moves a finding about a video's document to the value or variable of the request that causes it, if there is one. */
export function atOrigin<Found extends Finding>(finding: Found, { overrides, variables, sizes }: Origins): Found {
  const { field, message } = finding;
  const overridden = longest(field, overrides);
  if (overridden !== undefined) return { ...finding, field: overridden };
  const variable = variables.get(field);
  // One variable may be used in several places.
  return variable === undefined
    ? { ...finding, field: longest(field, sizes) ?? field }
    : { ...finding, field: variable, message: `${field}: ${message}` };
}

/** The field by the origin of the longest part of it that has one. */
function longest(field: string, origins: ReadonlyMap<string, string>): string | undefined {
  for (
    let end = field.length;
    end > 0;
    end = Math.max(field.lastIndexOf('.', end - 1), field.lastIndexOf('[', end - 1))
  ) {
    const origin = origins.get(field.slice(0, end));
    if (origin !== undefined) return origin + field.slice(end);
  }
  return undefined;
}
