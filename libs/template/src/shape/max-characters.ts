import type { ConstraintFault } from './constraint-faults.js';

const UUID_CHARACTERS = 36;

/** Length of the longest string that a constraint accepts; Infinity if it does not limit the length. */
export function maxCharactersOf({ name, arguments: args, schema }: NamedConstraint): number {
  const declared = schema?.['maxLength'];
  if (typeof declared === 'number') return declared;
  switch (name) {
    case 'maxLength':
      return args[0] as number;
    case 'isLength':
    case 'isByteLength':
      return (args[1] as number | undefined) ?? Infinity;
    case 'isUuid':
      return UUID_CHARACTERS;
    case 'isIn':
      return longest(args[0] as readonly unknown[]);
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
