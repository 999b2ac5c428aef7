import { ValidateBy } from 'class-validator';

/**
 * What JSON text of at most so many characters says. For objects that travel as they came, which their receiver reads
 * property by property later.
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

/** Infinity for what is no JSON. */
function charactersOf(value: unknown): number {
  try {
    return (JSON.stringify(value) as string | undefined)?.length ?? Infinity;
  } catch {
    return Infinity; // nested deeper than the stack
  }
}
