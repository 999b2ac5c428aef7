import { IsBoolean, IsISO8601, IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { PageRequest } from '#libs/contracts';
import { IsEmailAddress } from '../accounts/users/account-requests.js';
import { Example } from '../openapi/examples.js';

const USER = {
  id: 'c9f0f895-fb98-4b91-99f5-1fd0297e236d',
  email: 'grace@example.com',
  email_proven: true,
  name: 'Grace Hopper',
  operator: true,
  disabled: false,
  created_at: '2026-11-21T12:00:00.000Z',
};

export class ListUsersQuery extends PageRequest {
  /** Lists users whose name or e-mail address contains this text, in any case, or whose id it is. */
  @IsOptional()
  @MinLength(1)
  @MaxLength(254)
  search?: string;
}

/** A user of the installation. */
@Example(USER)
export class OperatorUser {
  /** Identifies the user. */
  @IsUUID()
  id: string;

  /** The e-mail address of the user. */
  @IsString()
  email: string;

  /** Whether the address is known to be the user's: an operator has set it, or single sign-on has verified it. */
  @IsBoolean()
  email_proven: boolean;

  /** The name of the user. */
  @IsString()
  name: string;

  /** Whether the user operates the installation. */
  @IsBoolean()
  operator: boolean;

  /** Whether the user is disabled, and cannot sign in. */
  @IsBoolean()
  disabled: boolean;

  /** When the user was created. */
  @IsISO8601()
  created_at: string;
}

export class UserPath {
  /** Id of the user. */
  @IsUUID()
  id: string;
}

@Example({ operator: true, disabled: false })
export class ChangeUserBody {
  /** The new e-mail address, which is proven by this: make sure that it is the user's. Default: unchanged. */
  @IsOptional()
  @IsEmailAddress()
  email?: string;

  /** Whether the user operates the installation. Default: unchanged. */
  @IsOptional()
  @IsBoolean()
  operator?: boolean;

  /** Whether the user is disabled. Default: unchanged. */
  @IsOptional()
  @IsBoolean()
  disabled?: boolean;
}
