import { applyDecorators } from '@nestjs/common';
import { IsBoolean, IsIn, IsISO8601, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { IsSecret, Nested, OrNull } from '#libs/template';
import { type Role, ROLES } from '../http/caller.js';
import { Example, ORG_ID } from '../openapi/examples.js';

/** Bytes of a body whose texts have every character escaped. */
export const MAX_ACCOUNT_BYTES = 8_192;

const MAX_EMAIL_CHARACTERS = 254;
const MAX_NAME_CHARACTERS = 200;
const MIN_PASSWORD_CHARACTERS = 12;
const MAX_PASSWORD_CHARACTERS = 256;

const ORGANIZATION = { id: ORG_ID, name: 'Acme' };
const PASSWORD = 'correct horse battery';
const TOKEN = 'o5pXvcNnSfgcO3yrbfVR7yq4D2-1mKtwBYzhQu0eHiE';

/** An example of a user in the only organization. */
function exampleOfSession(): Session {
  return {
    user: {
      id: '8f14e45f-ceea-467f-9b2c-1d3e5f7a9b0c',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      operator: false,
      has_password: true,
    },
    organization: ORGANIZATION,
    role: 'owner',
    organizations: [{ ...ORGANIZATION, role: 'owner' }],
    expires_at: '2026-11-22T00:00:00.000Z',
  };
}

/** Visible ASCII around one `@`: what a mail server has is its own affair, and upper case is the same as lower case. */
function IsEmailAddress(): PropertyDecorator {
  return applyDecorators(
    MaxLength(MAX_EMAIL_CHARACTERS),
    Matches(/^[!-?A-~]+@[!-?A-~]+$/, { message: '$property must be an e-mail address' }),
  );
}

function IsPersonName(): PropertyDecorator {
  return applyDecorators(MaxLength(MAX_NAME_CHARACTERS), Matches(/\S/, { message: '$property must not be blank' }));
}

/** Only a new password has a least length. */
function IsKnownPassword(): PropertyDecorator {
  return IsSecret({ max: MAX_PASSWORD_CHARACTERS });
}

function IsNewPassword(): PropertyDecorator {
  return IsSecret({ min: MIN_PASSWORD_CHARACTERS, max: MAX_PASSWORD_CHARACTERS });
}

function IsToken(): PropertyDecorator {
  return IsSecret({ max: 64 });
}

@Example({ email: 'ada@example.com', password: PASSWORD })
export class SignInBody {
  /** The e-mail address of the user, in any case. */
  @IsEmailAddress()
  email: string;

  /** The password of the user. */
  @IsKnownPassword()
  password: string;
}

@Example({ token: TOKEN })
export class SignInByLinkBody {
  /** What follows `#` in the link. */
  @IsToken()
  token: string;
}

@Example({ token: TOKEN, password: PASSWORD })
export class ResetPasswordBody extends SignInByLinkBody {
  /** The new password, 12 to 256 characters. */
  @IsNewPassword()
  password: string;
}

@Example({ password: 'staple horse battery', current_password: PASSWORD })
export class ChangePasswordBody {
  /** The new password, 12 to 256 characters. */
  @IsNewPassword()
  password: string;

  /** The password so far. Required if the user has one. */
  @IsOptional()
  @IsKnownPassword()
  current_password?: string;
}

@Example({ name: 'Ada Lovelace' })
export class UpdateUserBody {
  /** The new name. Default: unchanged. */
  @IsOptional()
  @IsPersonName()
  name?: string;

  /** The new e-mail address. Default: unchanged. */
  @IsOptional()
  @IsEmailAddress()
  email?: string;

  /** The password. Required to change the e-mail address of a user who has one. */
  @IsOptional()
  @IsKnownPassword()
  current_password?: string;
}

@Example({ organization_id: ORG_ID })
export class ChooseOrganizationBody {
  /** An organization of the user. */
  @IsUUID()
  organization_id: string;
}

/** How users may sign in. */
@Example({ password: true, single_sign_on: null })
export class SignInOptions {
  /** Whether an e-mail address and a password are accepted. */
  @IsBoolean()
  password: boolean;

  /** The name of the single sign-on; null if none is configured. */
  @OrNull()
  @IsString()
  single_sign_on: string | null;
}

/** A user who is signed in. */
export class SessionUser {
  /** Identifies the user. */
  @IsUUID()
  id: string;

  /** The e-mail address with which the user signs in. */
  @IsString()
  email: string;

  /** The name that others see. */
  @IsString()
  name: string;

  /** Whether the user operates this installation. */
  @IsBoolean()
  operator: boolean;

  /** Whether the user has a password. */
  @IsBoolean()
  has_password: boolean;
}

/** An organization of a user. */
export class SessionOrganization {
  /** Identifies the organization. */
  @IsUUID()
  id: string;

  /** The name of the organization. */
  @IsString()
  name: string;
}

/** An organization of a user, with what the user may do there. */
export class SessionMembership extends SessionOrganization {
  /** A `viewer` reads, an `editor` also writes, an `owner` also administers. */
  @IsIn(ROLES)
  role: Role;
}

/** A signed-in user in one of the user's organizations. */
@Example(exampleOfSession())
export class Session {
  /** The user. */
  @Nested(() => SessionUser)
  user: SessionUser;

  /** The organization in which requests of the session act. */
  @Nested(() => SessionOrganization)
  organization: SessionOrganization;

  /** What the user may do there. */
  @IsIn(ROLES)
  role: Role;

  /** All organizations of the user, by name. */
  @Nested(() => SessionMembership, { each: true })
  organizations: SessionMembership[];

  /** When the session ends if it is not used before: 12 hours after its last use, and 7 days after signing in. */
  @IsISO8601()
  expires_at: string;
}
