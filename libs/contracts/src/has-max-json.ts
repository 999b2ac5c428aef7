import { ValidateBy } from 'class-validator';

/**
 * Accepts values whose JSON has at most this many characters. For objects that a message carries unvalidated, because
 * their receiver validates them later.
 */
export function HasMaxJson(mostCharacters: number): PropertyDecorator {
  return ValidateBy({
    name: 'hasMaxJson',
    validator: {
      validate: (value: unknown) => charactersOf(value) <= mostCharacters,
      defaultMessage: () => `$property must be JSON of at most ${mostCharacters} characters`,
    },
  });
}

/** Infinity for values that have no JSON. */
function charactersOf(value: unknown): number {
  try {
    return (JSON.stringify(value) as string | undefined)?.length ?? Infinity;
  } catch {
    return Infinity; // nested deeper than the stack
  }
}
