import type { PlacedFault } from '../cli-error.js';

/** `template.json:12:7  pages[0].layers[2].weight: weight must be …`, with the line and a mark below it. */
export function printedFault({ file, line, column, field, message, excerpt }: PlacedFault): string {
  const place = file === undefined ? '' : line === undefined ? `${file}  ` : `${file}:${line}:${column}  `;
  const text = `${place}${field === 'body' || message.startsWith(field) ? '' : `${field}: `}${message}`;
  if (excerpt === undefined || line === undefined || excerpt.trim() === '') return text;
  const number = String(line);
  return `${text}\n  ${number} | ${excerpt}`;
}
