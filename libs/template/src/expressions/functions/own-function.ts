import type { RegisteredFunctionHandler } from '@marcbachmann/cel-js';

/** A function of expressions: its signature, and what it does. Arguments are of the types of the signature. */
export type OwnFunction = readonly [signature: string, handler: RegisteredFunctionHandler];
