import { TemplateDocument } from './document.js';
import { shapesWithin } from './shape/json-schema.js';
import { TemplateVariable } from './template-variable.js';

const literal = shapesWithin(TemplateVariable);

/** The classes of a template document in whose values expressions may stand: all but the declarations of variables. */
export const EXPRESSION_SHAPES: ReadonlySet<unknown> = new Set(
  [...shapesWithin(TemplateDocument)].filter((shape) => !literal.has(shape)),
);
