/**
 * The functions of the language's own that expressions may call, and the most arguments of each, without its receiver.
 * Left out: `matches`, whose time grows exponentially with some patterns; bytes; and what takes a time zone, which
 * depends on the data of the machine.
 */
export const BUILT_IN_FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ...['all', 'exists', 'exists_one', 'filter'].map((name): [string, number] => [name, 2]),
  ['map', 3],
  ...['has', 'size', 'dyn', 'type', 'bool', 'int', 'uint', 'double', 'string'].map((name): [string, number] => [
    name,
    1,
  ]),
  ...['startsWith', 'endsWith', 'contains', 'join'].map((name): [string, number] => [name, 1]),
  ...['indexOf', 'lastIndexOf', 'substring', 'split'].map((name): [string, number] => [name, 2]),
  ...['timestamp', 'duration', 'of', 'or', 'orValue'].map((name): [string, number] => [name, 1]),
  ...['none', 'hasValue', 'value'].map((name): [string, number] => [name, 0]),
  ...['getFullYear', 'getMonth', 'getDate', 'getDayOfMonth', 'getDayOfWeek'].map((name): [string, number] => [name, 0]),
  ...['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'].map((name): [string, number] => [name, 0]),
]);
