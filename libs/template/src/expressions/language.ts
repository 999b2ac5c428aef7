/** Reads, checks and evaluates expressions. A preview loads it with the first document that has one. */
export { evaluate } from './evaluate.js';
export { ExpressionTypes } from './expression-types.js';
export { parseExpression } from './parse-expression.js';
