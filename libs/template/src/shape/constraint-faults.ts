import type { ValidationArguments } from 'class-validator';
import type { FaultCode } from '../fault.js';
import type { JsonType, RuleContext } from './define-rule.js';

/** The report of a failed constraint: the JSON types that it accepts, and the fault code. */
export interface ConstraintFault {
  types: readonly JsonType[];
  code: FaultCode | ((args: ValidationArguments) => FaultCode);
  /** The constraint as JSON Schema, without the types, as far as JSON Schema can express it. */
  schema?: Readonly<Record<string, unknown>>;
  /** Whether the value is an address that a renderer will fetch. */
  isAddress?: boolean;
  /** Whether the value is a secret, such as a password. */
  isSecret?: boolean;
  /** Whether the value is a length. */
  isLength?: boolean;
}

const STRING: readonly JsonType[] = ['string'];
const NUMBER: readonly JsonType[] = ['number'];
const ARRAY: readonly JsonType[] = ['array'];

const textFormat: ConstraintFault = { types: STRING, code: 'INVALID_FORMAT' };

/** Constraints of class-validator by name. Any other one accepts all types and fails with INVALID_VALUE. */
const CONSTRAINTS: Readonly<Record<string, ConstraintFault>> = {
  isString: { types: STRING, code: 'INVALID_TYPE' },
  isNumber: { types: NUMBER, code: 'INVALID_TYPE' },
  isInt: { types: NUMBER, code: 'INVALID_TYPE' },
  isBoolean: { types: ['boolean'], code: 'INVALID_TYPE' },
  isObject: { types: ['object'], code: 'INVALID_TYPE' },
  isArray: { types: ARRAY, code: 'INVALID_TYPE' },
  isNotEmpty: { types: [], code: 'VALUE_TOO_SMALL' },
  isNotEmptyObject: { types: ['object'], code: 'VALUE_TOO_SMALL' },
  min: { types: NUMBER, code: 'VALUE_TOO_SMALL' },
  isPositive: { types: NUMBER, code: 'VALUE_TOO_SMALL' },
  max: { types: NUMBER, code: 'VALUE_TOO_LARGE' },
  isNegative: { types: NUMBER, code: 'VALUE_TOO_LARGE' },
  isDivisibleBy: { types: NUMBER, code: 'INVALID_VALUE' },
  minLength: { types: STRING, code: 'VALUE_TOO_SMALL' },
  maxLength: { types: STRING, code: 'VALUE_TOO_LARGE' },
  isLength: { types: STRING, code: (args) => tooSmallOrLarge(String(args.value).length, args) },
  isByteLength: {
    types: STRING,
    code: (args) => tooSmallOrLarge(new TextEncoder().encode(String(args.value)).length, args),
  },
  arrayNotEmpty: { types: ARRAY, code: 'VALUE_TOO_SMALL' },
  arrayMinSize: { types: ARRAY, code: 'VALUE_TOO_SMALL' },
  arrayMaxSize: { types: ARRAY, code: 'VALUE_TOO_LARGE' },
  arrayUnique: { types: ARRAY, code: 'INVALID_VALUE' },
  contains: { types: STRING, code: 'INVALID_VALUE' },
  isUuid: textFormat,
  isUrl: textFormat,
  isEmail: textFormat,
  isFqdn: textFormat,
  isIp: textFormat,
  isIso8601: textFormat,
  isDateString: textFormat,
  isRFC3339: textFormat,
  isNumberString: textFormat,
  isBooleanString: textFormat,
  isBase64: textFormat,
  isHexadecimal: textFormat,
  isJson: textFormat,
  matches: textFormat,
};

function tooSmallOrLarge(size: number, args: ValidationArguments): FaultCode {
  const [min, max = Infinity] = args.constraints as [number, number | undefined];
  return size < min ? 'VALUE_TOO_SMALL' : size > max ? 'VALUE_TOO_LARGE' : 'INVALID_VALUE';
}

/** The entry for a constraint: from its own context if it has one, else from the table. */
export function constraintFault(constraint: {
  name: string;
  arguments: readonly unknown[];
  context: Partial<RuleContext> | undefined;
}): ConstraintFault {
  const listed = Object.hasOwn(CONSTRAINTS, constraint.name)
    ? CONSTRAINTS[constraint.name]!
    : { types: memberTypes(constraint), code: 'INVALID_VALUE' as const };
  return { ...listed, ...constraint.context };
}

/** The JSON types of the members of a set. A value of any other type has a wrong type. */
function memberTypes(constraint: { name: string; arguments: readonly unknown[] }): JsonType[] {
  const [first, second] = constraint.arguments;
  const members = { isIn: first, isEnum: second, equals: [first] }[constraint.name];
  const types = Array.isArray(members) ? members.map((member) => typeof member) : [];
  return types.every((type) => type === 'string' || type === 'number' || type === 'boolean') ? [...new Set(types)] : [];
}
