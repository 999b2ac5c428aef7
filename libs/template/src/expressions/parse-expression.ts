import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { BUILT_IN_FUNCTIONS } from './built-in-functions.js';
import { childrenOf, type Expression, MAX_EXPRESSION_CHARACTERS } from './expression.js';
import { ExpressionFault } from './expression-fault.js';
import { faultOfError } from './fault-of-error.js';
import { registerFunctions, OWN_FUNCTIONS } from './functions/register-functions.js';

/** Settings of the language. The limits bound the recursion of the parser and of the evaluation. */
const OPTIONS = {
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
  limits: { maxAstNodes: 400, maxDepth: 32, maxListElements: 200, maxMapEntries: 50, maxCallArguments: 8 },
};

/** The language with its functions, which format for one locale (BCP 47). */
export function languageOf(locale: string, { isTyped = false } = {}): Environment {
  const environment = new Environment({ ...OPTIONS, unlistedVariablesAreDyn: !isTyped });
  registerFunctions(environment, locale);
  return environment;
}

const parser = languageOf('en-US');

/** Reads an expression that stands alone, such as `when`; also what `{{` and `}}` enclose, at `offset` of its string. */
export function parseExpression(source: string, offset = 0): Expression | ExpressionFault {
  if (source.length > MAX_EXPRESSION_CHARACTERS) {
    return new ExpressionFault(`an expression must be at most ${MAX_EXPRESSION_CHARACTERS} characters long`, offset);
  }
  if (source.trim() === '') return new ExpressionFault('an expression is missing', offset);
  try {
    const { ast: tree } = parser.parse(source);
    return refusedCall(tree, offset) ?? { source, offset, tree };
  } catch (error) {
    return faultOfError(error, offset);
  }
}

/** The first call of a function that this installation does not offer, because its time is unbounded or depends on the machine. */
function refusedCall(tree: ASTNode, offset: number): ExpressionFault | undefined {
  for (const node of nodesOf(tree)) {
    if (node.op !== 'call' && node.op !== 'rcall') continue;
    const [name] = node.args;
    const count = node.op === 'call' ? node.args[1].length : node.args[2].length;
    if (OWN_FUNCTIONS.has(name)) continue;
    if (count <= (BUILT_IN_FUNCTIONS.get(name) ?? -1)) continue;
    return new ExpressionFault(`there is no function ${name} with ${count} arguments`, offset + node.start);
  }
  return undefined;
}

/** The node and all nodes below it. */
function* nodesOf(node: ASTNode): Iterable<ASTNode> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}
