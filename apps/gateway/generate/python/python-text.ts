const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Whether a key can be the name of a field. */
export function isName(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.has(key);
}

/** `listVideos` as `list_videos`. */
export function snakeCase(name: string): string {
  return name
    .replace(/-/g, '_')
    .replace(/(?<=[a-z\d])[A-Z]/g, '_$&')
    .toLowerCase();
}

/** `batch_row` as `BatchRow`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[_-])(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** A docstring, indented. */
export function docstring(text: string, indent: string): string {
  const escaped = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  const [first, ...rest] = escaped.split('\n').map((line) => line.trimEnd());
  const lines = rest.map((line) => (line === '' ? '' : indent + line));
  return `${indent}"""${[first, ...lines, ...(rest.length > 0 ? [indent] : [])].join('\n')}"""\n`;
}
