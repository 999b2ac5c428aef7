import { EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';
import { ExpressionFault } from './expression-fault.js';

/** The fault of an error of the library. @throws any other error: a defect. */
export function faultOfError(error: unknown, offset: number): ExpressionFault {
  if (!(error instanceof EvaluationError || error instanceof ParseError || error instanceof CelTypeError)) throw error;
  const { summary, range } = error;
  const reason = /^[A-Z][a-z]/.test(summary) ? summary[0]!.toLowerCase() + summary.slice(1) : summary;
  return new ExpressionFault(reason.slice(0, MAX_REASON_CHARACTERS), offset + (range?.start ?? 0));
}

const MAX_REASON_CHARACTERS = 200;
