/** An object of JSON. */
export type AnyObject = Record<string, unknown>;
