import { Length } from 'class-validator';
import type { RuleContext } from '../shape/define-rule.js';

/** The name of a font family, 1 to 120 characters. An unknown family is a warning, not a fault. */
export function IsFontFamily(): PropertyDecorator {
  return Length(1, 120, { context: { schema: { format: 'font' } } satisfies Partial<RuleContext> });
}
