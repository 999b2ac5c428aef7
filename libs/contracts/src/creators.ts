import { IsIn, IsString, IsUUID } from 'class-validator';
import { OrNull } from '#libs/template';

export const CREATOR_TYPES = ['user', 'key'] as const;

/** The user or the key whose request created something. */
export class Creator {
  /** Whether a signed-in user or an API key sent the request. */
  @IsIn(CREATOR_TYPES)
  type: (typeof CREATOR_TYPES)[number];

  /** Identifies the user or the key. */
  @IsUUID()
  id: string;
}

/** A creator with its name. */
export class NamedCreator extends Creator {
  /** The name of the user or the key. Null if it has none, or no longer exists. */
  @OrNull()
  @IsString()
  name: string | null;
}
