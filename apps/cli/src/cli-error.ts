import type { Severity } from '#libs/template';

/** Exit codes: the input is wrong and stays so, or another try may help. */
export const EXIT = { done: 0, wrongInput: 1, tryAgain: 2, interrupted: 130 } as const;
type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A fault or a warning of any part of the engine. */
export interface Finding {
  /** Path in a document, a request or the arguments. */
  field: string;
  code: string;
  message: string;
  value?: unknown;
}

/** A finding with its place in a file, or in the arguments. */
export interface PlacedFault extends Finding {
  /** As the arguments name it; undefined for a fault of the arguments. */
  file?: string;
  /** From 1. */
  line?: number;
  column?: number;
  /** The line of the file, for people. */
  excerpt?: string;
}

/** A warning with its place. */
export interface PlacedWarning extends PlacedFault {
  severity: Severity;
}

/** A failure that is explained to the user, without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.wrongInput,
    readonly facts: {
      code?: string;
      faults?: readonly PlacedFault[];
      warnings?: readonly PlacedWarning[];
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: facts.cause });
  }
}

/** Something is missing on this machine, or does not answer. */
export class EnvironmentError extends CliError {
  constructor(message: string, cause?: unknown) {
    super(message, EXIT.tryAgain, { code: 'ENVIRONMENT', cause });
  }
}

/** The reason of an abort by Ctrl+C or another signal. */
export class Interrupted extends CliError {
  constructor() {
    super('Interrupted', EXIT.interrupted, { code: 'INTERRUPTED' });
  }
}
