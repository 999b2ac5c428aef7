import { IsInt, Max, Min } from 'class-validator';
import { IsExpression } from './expressions/is-expression.js';
import { RESERVED_NAMES } from './expressions/reserved-names.js';
import { Default } from './shape/default.js';
import { defineRule } from './shape/define-rule.js';
import { RECORD_KEY } from './shape/record-of.js';

/** Most items of a list that `repeat` names. */
export const MAX_ITEMS = 200;
/** The name of the item where a `repeat` gives none. */
export const DEFAULT_ITEM_NAME = 'item';
/** The names that each copy has in addition to that of its item. */
export const COPY_NAMES: readonly string[] = ['index', 'count'];
/** Characters of the name of an item. */
const MAX_NAME_CHARACTERS = 64;

/** Makes a page or layer once for each item of a list. The copies replace it, in the order of the list. */
export class Repeat {
  /** Expression whose value is the list: `listings`, or `item.features` within another `repeat`. */
  @IsExpression()
  list: string;

  /** The name of the item in the expressions of a copy. Beside it are `index`, from 0, and `count`. */
  @Default(DEFAULT_ITEM_NAME)
  @IsItemName()
  as?: string;

  /** Most copies. Further items are left out. */
  @Default(MAX_ITEMS)
  @IsInt()
  @Min(1)
  @Max(MAX_ITEMS)
  most?: number;
}

function IsItemName(): PropertyDecorator {
  return defineRule({
    name: 'isItemName',
    code: 'INVALID_VALUE',
    types: ['string'],
    message:
      'must be a letter followed by at most 63 letters, digits or underscores, neither index nor count, and no word of the expression language such as "in"',
    maxCharacters: MAX_NAME_CHARACTERS,
    schema: { pattern: RECORD_KEY.source },
    test: (value) => typeof value === 'string' && RECORD_KEY.test(value) && !isTaken(value),
  });
}

function isTaken(name: string): boolean {
  return COPY_NAMES.includes(name) || RESERVED_NAMES.has(name);
}
