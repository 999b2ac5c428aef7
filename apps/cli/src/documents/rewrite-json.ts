import { type Node, parseTree } from 'jsonc-parser';
import { isPlainObject } from '#libs/template';

/** Characters of a list or an object that is written on one line, if the one before was. */
const ONE_LINE = 100;
const DEFAULT_INDENT = 2;
/** Characters before a value in which the beginning of its line is looked for. */
const MAX_LINE = 10_000;

/** The way in which a file is written. */
interface Style {
  readonly text: string;
  readonly lineBreak: string;
  readonly indent: string;
  /** Whether the file has no blanks between its values. */
  readonly isDense: boolean;
}

/**
 * The text of a JSON file with another value. What is the same in both stays as it was written, with its blanks, line
 * breaks and order; the rest follows the file's indentation. The depth is bounded as that of the file.
 */
export function rewriteJson(text: string, value: unknown): string {
  const root = parseTree(text)!;
  const style: Style = {
    text,
    lineBreak: text.includes('\r\n') ? '\r\n' : '\n',
    indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? ' '.repeat(DEFAULT_INDENT),
    isDense: root.length > ONE_LINE && !sliceOf(root, { text }).includes('\n'),
  };
  return text.slice(0, root.offset) + written(value, root, style) + text.slice(root.offset + root.length);
}

/** The text of a value that takes the place of a node of the file. */
function written(value: unknown, node: Node, style: Style): string {
  const before = sliceOf(node, style);
  if (keyOf(before) === JSON.stringify(value)) return before;
  if (Array.isArray(value) && node.type === 'array') return writtenList(value, node, style);
  if (isPlainObject(value) && node.type === 'object') return writtenObject(value, node, style);
  return fresh(value, style, () => depthOf(node, style));
}

function writtenList(value: readonly unknown[], node: Node, style: Style): string {
  const nodes = node.children ?? [];
  const known = new Map(nodes.map((each) => [keyOf(sliceOf(each, style)), sliceOf(each, style)]));
  const isAsLong = nodes.length === value.length;
  const items = value.map((item, index) => {
    const same = known.get(JSON.stringify(item)); // perhaps at another place
    if (same !== undefined) return same;
    return isAsLong ? written(item, nodes[index]!, style) : fresh(item, style, () => depthOf(node, style) + 1);
  });
  return isAsLong ? spliced(node, { nodes, texts: items }, style) : joined(['[', ']'], items, { node, style });
}

function writtenObject(value: Readonly<Record<string, unknown>>, node: Node, style: Style): string {
  const members = (node.children ?? []).map((each) => each.children as [Node, Node]);
  const known = new Map(members.map(([key, member]) => [String(key.value), member]));
  const textOf = (name: string): string => {
    const member = known.get(name);
    return member ? written(value[name], member, style) : fresh(value[name], style, () => depthOf(node, style) + 1);
  };
  const names = Object.keys(value);
  if (names.length === members.length && names.every((name) => known.has(name))) {
    const nodes = members.map(([, member]) => member);
    return spliced(node, { nodes, texts: members.map(([key]) => textOf(String(key.value))) }, style);
  }
  const colon = style.isDense ? ':' : ': ';
  const items = names.map((name) => JSON.stringify(name) + colon + textOf(name));
  return joined(['{', '}'], items, { node, style });
}

/** The text of a node with other texts in the places of the nodes in it. */
function spliced(
  node: Node,
  { nodes, texts }: { nodes: readonly Node[]; texts: readonly string[] },
  { text }: Style,
): string {
  const parts: string[] = [];
  let at = node.offset;
  for (const [index, { offset, length }] of nodes.entries()) {
    parts.push(text.slice(at, offset), texts[index]!);
    at = offset + length;
  }
  return parts.join('') + text.slice(at, node.offset + node.length);
}

/** A list or an object with other items than before, on one line if it was and still fits. */
function joined(
  [open, close]: readonly [string, string],
  items: readonly string[],
  { node, style }: { node: Node; style: Style },
): string {
  if (items.length === 0 || style.isDense) return open + items.join(',') + close;
  const line = onOneLine([open, close], items);
  const was = sliceOf(node, style);
  if (node.children?.length && !was.includes('\n') && line.length <= ONE_LINE && !line.includes('\n')) return line;
  const outer = style.lineBreak + style.indent.repeat(depthOf(node, style));
  return open + items.map((item) => outer + style.indent + item).join(',') + outer + close;
}

/** A value that the file did not have. */
function fresh(value: unknown, style: Style, depth: () => number): string {
  if (style.isDense || typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    const line = onOneLine(
      ['[', ']'],
      value.map((item) => JSON.stringify(item)),
    );
    if (line.length <= ONE_LINE) return line;
  }
  return JSON.stringify(value, null, style.indent).replaceAll('\n', style.lineBreak + style.indent.repeat(depth()));
}

function onOneLine([open, close]: readonly [string, string], items: readonly string[]): string {
  const blank = open === '{' ? ' ' : '';
  return open + blank + items.join(', ') + blank + close;
}

/** The depth to which the line of a node is indented. */
function depthOf({ offset }: Node, { text, indent }: Style): number {
  const before = text.slice(Math.max(0, offset - MAX_LINE), offset);
  const blanks = /^[ \t]*/.exec(before.slice(before.lastIndexOf('\n') + 1))![0];
  return Math.round(blanks.length / indent.length);
}

/** The same for equal values, however they are written. */
function keyOf(json: string): string {
  return JSON.stringify(JSON.parse(json));
}

function sliceOf({ offset, length }: Node, { text }: Pick<Style, 'text'>): string {
  return text.slice(offset, offset + length);
}
