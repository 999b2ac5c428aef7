import type { Node } from 'jsonc-parser';

/**
 * The node of a fault's field, `pages[0].layers[2].weight`; the nearest node around it if the document has none there.
 * Names may contain periods and brackets.
 */
export function nodeAt(root: Node, field: string): Node {
  let node = root;
  let rest = field === 'body' ? '' : field;
  while (rest !== '') {
    const step = node.type === 'array' ? elementOf(node, rest) : memberOf(node, rest);
    if (!step) return node;
    [node, rest] = step;
  }
  return node;
}

type Step = [node: Node, rest: string] | undefined;

function elementOf(node: Node, rest: string): Step {
  const match = /^\[(\d{1,9})\]\.?/.exec(rest);
  const element = match && node.children?.[Number(match[1])];
  return element ? [element, rest.slice(match[0].length)] : undefined;
}

function memberOf(node: Node, rest: string): Step {
  if (node.type !== 'object') return undefined;
  let longest: Step;
  let characters = -1;
  for (const { children: [name, value] = [] } of node.children ?? []) {
    const key = String(name?.value);
    if (!value || key.length < characters || !rest.startsWith(key)) continue;
    const after = rest.slice(key.length);
    if (after !== '' && !/^[.[]/.test(after)) continue;
    characters = key.length;
    longest = [value, after.replace(/^\./, '')];
  }
  return longest;
}
