/** Words that the expression language reads as something else than a name. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...['as', 'break', 'const', 'continue', 'else', 'false', 'for', 'function', 'if', 'import', 'in', 'let', 'loop'],
  ...['namespace', 'null', 'package', 'prototype', 'return', 'true', 'var', 'void', 'while'],
]);
