/** Upper bounds of the size of a value. */
export interface Size {
  /** Characters of the value, if it is a text. */
  readonly characters: number;
  /** Members of the value, if it is a list or an object. */
  readonly count: number;
  /** The size of each member. Absent without members. */
  readonly member?: Size | undefined;
}

/** A number, a boolean or null; none prints more characters. */
export const SCALAR: Size = { characters: 24, count: 0 };

export function textOfSize(characters: number): Size {
  return { characters: Math.max(characters, SCALAR.characters), count: 0 };
}

export function listOfSize(count: number, member: Size): Size {
  return { ...SCALAR, count, member };
}

/** The size of either of two values. */
export function joined(a: Size, b: Size): Size {
  if (a === b) return a;
  return {
    characters: Math.max(a.characters, b.characters),
    count: Math.max(a.count, b.count),
    member: a.member && b.member ? joined(a.member, b.member) : (a.member ?? b.member),
  };
}

/** Characters that one step copies or compares. */
const CHARACTERS_A_STEP = 32;

/** Steps that it takes to pass over the value once. */
export function weightOf({ characters, count, member }: Size): number {
  return Math.floor(characters / CHARACTERS_A_STEP) + count * (member ? 1 + weightOf(member) : 1);
}

const measured = new WeakMap<object, Size>();

/** The size of a value. Objects are measured once. */
export function sizeOf(value: unknown): Size {
  if (typeof value === 'string') return textOfSize(value.length);
  if (typeof value !== 'object' || value === null) return SCALAR;
  const kept = measured.get(value);
  if (kept) return kept;
  const members = Object.values(value).map(sizeOf);
  const size = members.length === 0 ? listOfSize(0, SCALAR) : listOfSize(members.length, members.reduce(joined));
  measured.set(value, size);
  return size;
}
