import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { MAX_FIELDS, MAX_LIST_ITEMS, MAX_VALUE_CHARACTERS } from './document-limits.js';
import { HasMaxMembers } from './rules/has-max-members.js';
import { IsVariableValue } from './rules/is-variable-value.js';
import { Optional, type Unset } from './shape/default.js';
import { Nested } from './shape/nested.js';
import { RecordOf } from './shape/record-of.js';

export const VARIABLE_TYPES = [
  ...(['string', 'number', 'color', 'url', 'boolean'] as const),
  ...(['font', 'enum', 'date', 'money', 'list'] as const),
] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** Kinds of files at addresses. */
export const MEDIA_KINDS = ['image', 'video', 'audio', 'font', 'lottie', 'captions'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Lists in each other: a list, a list in its items, and one in theirs. */
export const MAX_LIST_DEPTH = 3;
const MAX_OPTIONS = 200;
const MAX_AMOUNT = 1_000_000_000_000_000;

/** A value that a variable of type `enum` may have. */
export class VariableOption {
  /** The value. */
  @IsString()
  @Length(1, 200)
  value: string;

  /** A text for people in place of the value. */
  @Optional()
  @IsString()
  @Length(1, 200)
  label?: string | Unset;
}

/**
 * A value that a caller may set. `{{name}}` inside any string of the document stands for it, and expressions use it by its
 * name.
 */
export class TemplateVariable {
  /** The type of the values. */
  @IsIn(VARIABLE_TYPES)
  type: VariableType;

  /** A value of the declared type. A variable without a default requires a value from the caller. */
  @Optional()
  @IsVariableValue()
  default?: unknown;

  /** A value for previews, where a variable has no default. No video uses it. */
  @Optional()
  @IsVariableValue()
  example?: unknown;

  /** A text for people in place of the name. */
  @Optional()
  @IsString()
  @Length(1, 120)
  label?: string | Unset;

  /** Variables with the same group stand together in a form. */
  @Optional()
  @IsString()
  @Length(1, 120)
  group?: string | Unset;

  /** Help for people who give the value. */
  @Optional()
  @IsString()
  @Length(1, 1_000)
  description?: string | Unset;

  /** Least value of a number, or least amount of money. */
  @Optional()
  @IsNumber()
  @Min(-MAX_AMOUNT)
  @Max(MAX_AMOUNT)
  minimum?: number | Unset;

  /** Greatest value of a number, or greatest amount of money. */
  @Optional()
  @IsNumber()
  @Min(-MAX_AMOUNT)
  @Max(MAX_AMOUNT)
  maximum?: number | Unset;

  /** Most characters of a string. */
  @Optional()
  @IsInt()
  @Min(1)
  @Max(MAX_VALUE_CHARACTERS)
  max_length?: number | Unset;

  /** The kind of file at a URL. */
  @Optional()
  @IsIn(MEDIA_KINDS)
  media?: MediaKind | Unset;

  /** The values that an enum accepts, in the order of a form. */
  @Optional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_OPTIONS)
  @Nested(() => VariableOption, { each: true })
  options?: VariableOption[] | Unset;

  /** The fields of each item of a list, by name. An item may lack a field that has no default. */
  @Optional()
  @RecordOf(() => TemplateVariable)
  @HasMaxMembers(MAX_FIELDS)
  fields?: Record<string, TemplateVariable> | Unset;

  /** Fewest items of a list. */
  @Optional()
  @IsInt()
  @Min(0)
  @Max(MAX_LIST_ITEMS)
  min_items?: number | Unset;

  /** Most items of a list; 200 when absent. */
  @Optional()
  @IsInt()
  @Min(1)
  @Max(MAX_LIST_ITEMS)
  max_items?: number | Unset;
}
