import type { ASTNode } from '@marcbachmann/cel-js';

/** Characters of one expression. */
export const MAX_EXPRESSION_CHARACTERS = 2_000;

/** An expression of the Common Expression Language that was read, but not evaluated. */
export interface Expression {
  readonly source: string;
  /** Place of the source in the string that contains it, in UTF-16 code units. */
  readonly offset: number;
  readonly tree: ASTNode;
}

/** The operands of a node. */
export function childrenOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'map':
      return node.args.flat();
    case '!_':
    case '-_':
      return [node.args];
    default:
      return node.args;
  }
}
