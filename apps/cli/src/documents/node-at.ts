import type { Node } from 'jsonc-parser';

/** The members of objects by name: a hundred faults may lie in one object with a hundred thousand. */
const members = new WeakMap<Node, ReadonlyMap<string, Node>>();

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

/** The member with the longest name that the field begins with. */
function memberOf(node: Node, rest: string): Step {
  const byName = membersOf(node);
  for (let end = rest.length; end > 0; end -= 1) {
    if (end < rest.length && rest[end] !== '.' && rest[end] !== '[') continue;
    const value = byName.get(rest.slice(0, end));
    if (value) return [value, rest.slice(rest[end] === '.' ? end + 1 : end)];
  }
  return undefined;
}

function membersOf(node: Node): ReadonlyMap<string, Node> {
  const known = members.get(node);
  if (known) return known;
  const pairs = (node.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [name, value] = [] }) =>
    value ? [[String(name?.value), value] as const] : [],
  );
  const found = new Map(pairs);
  members.set(node, found);
  return found;
}
