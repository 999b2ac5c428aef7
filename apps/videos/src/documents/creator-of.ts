import type { Creator, NamedCreator } from '#libs/contracts';

/** The columns of a row that name its creator. */
interface Created {
  creatorType?: Creator['type'] | null | undefined;
  creatorId?: string | null | undefined;
}

/** The creator of a row, without its name. */
export function creatorOf({ creatorType: type, creatorId: id }: Created): NamedCreator | null {
  return type && id ? { type, id, name: null } : null;
}
