/** What is wrong with a field (docs/api.md). */
export const FAULT_CODES = [
  'REQUIRED_FIELD',
  'INVALID_TYPE',
  'INVALID_FORMAT',
  'VALUE_TOO_SMALL',
  'VALUE_TOO_LARGE',
  'INVALID_VALUE',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** One entry of a VALIDATION_ERROR's `details`; all four keys are always there. */
export interface Fault {
  /** A path as the caller wrote it: `pages[0].layers[2].weight`. */
  field: string;
  code: FaultCode;
  message: string;
  /** The rejected JSON value: strings cut to 256 characters, objects and arrays as JSON text cut likewise, null when missing. */
  value: unknown;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; faults: Fault[] };
