/** The kinds of faults (docs/api.md). */
export const FAULT_CODES = [
  'REQUIRED_FIELD',
  'INVALID_TYPE',
  'INVALID_FORMAT',
  'VALUE_TOO_SMALL',
  'VALUE_TOO_LARGE',
  'INVALID_VALUE',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** One entry of the `details` of a VALIDATION_ERROR. All four keys are always present. */
export interface Fault {
  /** A path as the caller wrote it: `pages[0].layers[2].weight`. */
  field: string;
  code: FaultCode;
  message: string;
  /**
   * The rejected JSON value. Strings are cut to 256 characters; objects and arrays lack the members beyond 256
   * characters of JSON; null if the value is missing.
   */
  value: unknown;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; faults: Fault[] };
