/**
 * Splits CSS text at `separator` (a comma, or ' ' for any white space) wherever no bracket is open.
 * Undefined when brackets do not match. Parts are trimmed; white space yields no empty parts.
 */
export function splitCss(text: string, separator: ',' | ' '): string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return undefined;
    const splits = depth === 0 && (separator === ' ' ? /\s/.test(character) : character === separator);
    if (splits) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  parts.push(part.trim());
  if (depth !== 0) return undefined;
  return separator === ' ' ? parts.filter((each) => each !== '') : parts;
}
