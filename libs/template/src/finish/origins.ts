/** Origins of the values of a video's document. Plain data, by path in the document. */
export interface Origins {
  /** Values that the request sets: their paths in the request. */
  readonly overrides: ReadonlyMap<string, string>;
  /** For strings that contain variables, the path of the variable in the request. */
  readonly variables: ReadonlyMap<string, string>;
}

/** A finding about a field. */
interface Finding {
  field: string;
  message: string;
}

/** Moves a finding about a video's document to the value or variable of the request that causes it, if there is one. */
export function atOrigin<Found extends Finding>(finding: Found, { overrides, variables }: Origins): Found {
  const { field, message } = finding;
  for (
    let end = field.length;
    end > 0;
    end = Math.max(field.lastIndexOf('.', end - 1), field.lastIndexOf('[', end - 1))
  ) {
    const origin = overrides.get(field.slice(0, end));
    if (origin !== undefined) return { ...finding, field: origin + field.slice(end) };
  }
  const variable = variables.get(field);
  // One variable may be used in several places.
  return variable === undefined ? finding : { ...finding, field: variable, message: `${field}: ${message}` };
}
