import { ExpressionFault } from '../expressions/expression-fault.js';
import { ExpressionTypes, parseExpression } from '../expressions/language.js';
import { fieldName, type Path } from '../fault-list.js';
import { isList, isPlainObject, own } from '../shape/json.js';
import { DEFAULT_ITEM_NAME } from '../structure.js';

/** Most types of copies that are kept at once. */
const MAX_KEPT = 32;

/** The types of the names that expressions of one document may use, at each place in it. */
export class ScopeTypes {
  readonly #known = new Map<string, ExpressionTypes>();
  #ofVariables: ExpressionTypes | undefined;

  constructor(private readonly document: unknown) {}

  /** The types at a path: those of the variables, and of the items of the repeats around it. */
  at(path: Path): ExpressionTypes {
    let types = (this.#ofVariables ??= ExpressionTypes.ofVariables(own(this.document, 'variables')));
    let holder = this.document;
    for (const [depth, step] of path.entries()) {
      holder = isList(holder) ? holder[Number(step)] : own(holder, String(step));
      const repeat = own(holder, 'repeat');
      // The list of a repeat is read before there are items.
      const isWithin = path[depth + 1] !== 'repeat';
      if (isPlainObject(repeat) && isWithin) types = this.within(repeat, path.slice(0, depth + 1), types);
    }
    return types;
  }

  private within(repeat: Record<string, unknown>, path: Path, around: ExpressionTypes): ExpressionTypes {
    const key = fieldName(path);
    const known = this.#known.get(key);
    if (known) return known;
    const list = parseExpression(String(own(repeat, 'list')));
    const type = list instanceof ExpressionFault ? list : around.typeOf(list);
    const name = own(repeat, 'as');
    const names = new Map([
      [typeof name === 'string' ? name : DEFAULT_ITEM_NAME, type instanceof ExpressionFault ? 'dyn' : memberType(type)],
      ['index', 'int'],
      ['count', 'int'],
    ]);
    const types = around.with(names);
    if (this.#known.size >= MAX_KEPT) this.#known.clear();
    this.#known.set(key, types);
    return types;
  }
}

/** The type of the members of a list type. */
function memberType(type: string): string {
  return /^list<(.+)>$/.exec(type)?.[1] ?? 'dyn';
}
