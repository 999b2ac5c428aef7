import { IsBoolean, IsIn, IsISO8601, IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { IsIntegerFrom, IsIntegerIn, IsTime, MAX_GRANT } from '#libs/contracts';
import { OrNull } from '#libs/template';
import { KEY_KINDS, type KeyKind } from '../http/caller/roles.js';
import { Example } from '../openapi/examples.js';

/** Bytes of a body whose name has every character escaped. */
export const MAX_KEY_BYTES = 8_192;
const MAX_NAME_CHARACTERS = 200;

/** An example of a key that has not been used. */
function exampleOfKey(): Key {
  return {
    id: 'd3b07384-d9a0-4c9b-8f3e-2b1a0c9d8e7f',
    name: 'Web shop',
    kind: 'read_write',
    starts_with: 'fw_8sDk2',
    created_at: '2026-11-21T12:00:00.000Z',
    expires_at: '2035-01-31T12:00:00.000Z',
    revoked_at: null,
    last_used_at: null,
    daily_credits: 200,
    total_credits: null,
    asks_before_spending: true,
  };
}

/** An example of a key that has just been given another name. */
export function exampleOfRenamedKey(): Key {
  return Object.assign(exampleOfKey(), { name: 'Web shop, test' });
}

/** An example of a key that has just been revoked. */
export function exampleOfRevokedKey(): Key {
  return Object.assign(exampleOfRenamedKey(), { revoked_at: '2026-11-21T12:00:09.731Z' });
}

/** An API key, without the key itself. */
@Example(exampleOfKey())
export class Key {
  /** Identifies the key. */
  @IsUUID()
  id: string;

  /** The purpose of the key; null if it was created without a name, by the operator. */
  @OrNull()
  @IsString()
  name: string | null;

  /** A `read` key allows GET and HEAD, a `read_write` key every method. */
  @IsIn(KEY_KINDS)
  kind: KeyKind;

  /** The first 8 characters of the key. */
  @IsString()
  starts_with: string;

  /** When the key was created. */
  @IsISO8601()
  created_at: string;

  /** When the key stops working; null if it does not expire. */
  @OrNull()
  @IsISO8601()
  expires_at: string | null;

  /** When the key was revoked; null if it was not. */
  @OrNull()
  @IsISO8601()
  revoked_at: string | null;

  /** When the key was used last, to the minute; null if it was not used. */
  @OrNull()
  @IsISO8601()
  last_used_at: string | null;

  /** Most credits that its videos may take on one day, in UTC; null without a limit. */
  @OrNull()
  @IsIntegerFrom(0)
  daily_credits: number | null;

  /** Most credits that its videos may take in all, from when the key first had a limit; null without one. */
  @OrNull()
  @IsIntegerFrom(0)
  total_credits: number | null;

  /** Whether an agent with this key gets a price to approve before a video that costs credits. */
  @IsBoolean()
  asks_before_spending: boolean;
}

/** A key that has just been created, with the key itself, which no other response has. */
@Example(Object.assign(exampleOfKey(), { key: 'fw_8sDk2Lm4Qp6Rt8Vw0Xy2Za4Bc6De8Fg1hdpzdK' }))
export class KeyWithSecret extends Key {
  /** The secret that requests send as `Authorization: Bearer <key>`. Only its SHA-256 is stored. */
  @IsString()
  key: string;
}

export class KeyPath {
  /** Id of the key. */
  @IsUUID()
  id: string;
}

/** Limits of what the videos of a key may cost. */
class KeySpendingBody {
  /** Most credits that its videos may take on one day, in UTC. Null: no limit. Default: null. */
  @IsOptional()
  @OrNull()
  @IsIntegerIn(0, MAX_GRANT)
  daily_credits?: number | null;

  /** Most credits that its videos may take in all, from when the key first has a limit. Null: no limit. Default: null. */
  @IsOptional()
  @OrNull()
  @IsIntegerIn(0, MAX_GRANT)
  total_credits?: number | null;

  /** Whether an agent with this key gets a price to approve before a video that costs credits. Default true. */
  @IsOptional()
  @IsBoolean()
  asks_before_spending?: boolean;
}

@Example({ name: 'Web shop', kind: 'read_write', expires_at: '2035-01-31T12:00:00Z', daily_credits: 200 })
export class CreateKeyBody extends KeySpendingBody {
  /** The purpose of the key. */
  @MinLength(1)
  @MaxLength(MAX_NAME_CHARACTERS)
  name: string;

  /** A `read` key allows GET and HEAD, a `read_write` key every method. */
  @IsIn(KEY_KINDS)
  kind: KeyKind;

  /** When the key stops working: a later time. Default: never. */
  @IsOptional()
  @IsTime()
  expires_at?: string;
}

@Example({ name: 'Web shop, test' })
export class UpdateKeyBody extends KeySpendingBody {
  /** The purpose of the key. */
  @IsOptional()
  @MinLength(1)
  @MaxLength(MAX_NAME_CHARACTERS)
  name?: string;
}
