import { EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';

/** Reason why an expression has no value. */
export class ExpressionFault {
  /**
   * @param reason without the place: `no such key: price`
   * @param offset UTF-16 code units from the start of the string that contains the expression
   */
  constructor(
    readonly reason: string,
    readonly offset: number,
  ) {}

  /** The reason and the place in the string, counted from 1. */
  get message(): string {
    return `${this.reason} (character ${this.offset + 1})`;
  }
}

/** The fault of an error of the library. @throws any other error: a defect. */
export function faultOfError(error: unknown, offset: number): ExpressionFault {
  if (!(error instanceof EvaluationError || error instanceof ParseError || error instanceof CelTypeError)) throw error;
  const { summary, range } = error;
  const reason = /^[A-Z][a-z]/.test(summary) ? summary[0]!.toLowerCase() + summary.slice(1) : summary;
  return new ExpressionFault(reason.slice(0, MAX_REASON_CHARACTERS), offset + (range?.start ?? 0));
}

const MAX_REASON_CHARACTERS = 200;
