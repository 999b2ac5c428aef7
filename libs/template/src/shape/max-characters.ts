import type { ConstraintFault } from './constraint-faults.js';
import { listOf } from './json.js';

const UUID_CHARACTERS = 36;

/** Length of the longest string that a constraint accepts; Infinity if it does not limit the length. */
export function maxCharactersOf({ name, arguments: args, schema }: NamedConstraint): number {
  const declared = schema?.['maxLength'];
  if (typeof declared === 'number') return declared;
  switch (name) {
    case 'maxLength':
      return Number(args[0]);
    case 'isLength':
    case 'isByteLength':
      return Number(args[1] ?? Infinity);
    case 'isUuid':
      return UUID_CHARACTERS;
    case 'isIn':
      return longest(listOf(args[0]));
    case 'equals':
      return longest([args[0]]);
    default:
      return Infinity;
  }
}

interface NamedConstraint extends ConstraintFault {
  name: string;
  arguments: readonly unknown[];
}

function longest(members: readonly unknown[]): number {
  return Math.max(0, ...members.map((member) => (typeof member === 'string' ? member.length : 0)));
}
