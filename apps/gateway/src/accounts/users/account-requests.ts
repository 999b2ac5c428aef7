import { applyDecorators } from '@nestjs/common';
import {
  IsBoolean,
  IsIn,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  MinLength,
} from 'class-validator';
import { IsSecret, Nested, OrNull } from '#libs/template';
import { type Role, ROLES } from '../../http/caller/roles.js';
import { Example, ORG_ID } from '../../openapi/examples.js';
import { PasskeyProof } from '../passkeys/passkey-proof.js';
import { IsFactorCode } from '../second-factor/second-factor-requests.js';

/** Bytes of a body whose texts have every character escaped, with a passkey. */
export const MAX_ACCOUNT_BYTES = 16_384;

const MAX_EMAIL_CHARACTERS = 254;
const MAX_NAME_CHARACTERS = 200;
const MIN_PASSWORD_CHARACTERS = 12;
const MAX_PASSWORD_CHARACTERS = 256;

const ORGANIZATION = { id: ORG_ID, name: 'Acme' };
const OTHER_ORGANIZATION = { id: '6d2e9a1c-4b8f-4c3d-8e7a-1f0b9c8d7e6f', name: 'Blue Bird' };
const PASSWORD = 'correct horse battery';
const CREATED = '2026-11-21T12:00:00.000Z';
const TOKEN = 'o5pXvcNnSfgcO3yrbfVR7yq4D2-1mKtwBYzhQu0eHiE';

/** An example of a user in the only organization. */
function exampleOfSession(): Session {
  return {
    user: {
      id: '8f14e45f-ceea-467f-9b2c-1d3e5f7a9b0c',
      email: 'ada@example.com',
      email_proven: true,
      name: 'Ada Lovelace',
      operator: false,
      has_password: true,
      has_single_sign_on: false,
    },
    organization: ORGANIZATION,
    role: 'owner',
    organizations: [{ ...ORGANIZATION, role: 'owner' }],
    expires_at: '2026-11-22T00:00:00.000Z',
    maintenance: null,
  };
}

/** An example of the session of a user who has just joined another organization. */
export function exampleOfJoined(): Session {
  const session = exampleOfSession();
  session.organizations.push({ ...OTHER_ORGANIZATION, role: 'editor' });
  return session;
}

/** An example of the session of a member who has just accepted an invitation. */
export function exampleOfNewMember(): Session {
  const session = exampleOfSession();
  Object.assign(session.user, {
    id: 'c9f0f895-fb98-4b91-99f5-1fd0297e236d',
    email: 'grace@example.com',
    email_proven: false,
    name: 'Grace Hopper',
  });
  return Object.assign(session, { role: 'editor', organizations: [{ ...ORGANIZATION, role: 'editor' }] });
}

/** Checks for visible ASCII around one `@`; mail servers decide the rest. Upper case is the same as lower case. */
export function IsEmailAddress(): PropertyDecorator {
  return applyDecorators(
    MaxLength(MAX_EMAIL_CHARACTERS),
    Matches(/^[!-?A-~]+@[!-?A-~]+$/, { message: '$property must be an e-mail address' }),
  );
}

function IsPersonName(): PropertyDecorator {
  return applyDecorators(MinLength(1), MaxLength(MAX_NAME_CHARACTERS));
}

/** Checks the length of an existing password. Only a new one has a least length. */
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

  /** The code that the authenticator shows, or a recovery code. Required if the user has a second factor. */
  @IsOptional()
  @IsFactorCode()
  code?: string;

  /** A passkey of the user, instead of the code. */
  @IsOptional()
  @Nested(() => PasskeyProof)
  passkey?: PasskeyProof;
}

@Example({ token: TOKEN })
export class SignInByLinkBody {
  /** The part of the link after `#`. */
  @IsToken()
  token: string;
}

@Example({ token: TOKEN, name: 'Grace Hopper', password: PASSWORD })
export class AcceptInvitationBody extends SignInByLinkBody {
  /** The name of a new user. */
  @IsPersonName()
  name: string;

  /** The password of a new user, 12 to 256 characters; or that of the user with this e-mail address who accepts. */
  @IsNewPassword()
  password: string;

  /** The code that the authenticator shows, or a recovery code. Required if the user has a second factor. */
  @IsOptional()
  @IsFactorCode()
  code?: string;

  /** A passkey of the user, instead of the code. */
  @IsOptional()
  @Nested(() => PasskeyProof)
  passkey?: PasskeyProof;
}

@Example({ token: TOKEN, password: PASSWORD })
export class ResetPasswordBody extends SignInByLinkBody {
  /** The new password, 12 to 256 characters. */
  @IsNewPassword()
  password: string;

  /** The code that the authenticator shows, or a recovery code. Required if the user has a second factor. */
  @IsOptional()
  @IsFactorCode()
  code?: string;

  /** A passkey of the user, instead of the code. */
  @IsOptional()
  @Nested(() => PasskeyProof)
  passkey?: PasskeyProof;
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

  /** The new e-mail address. It is proven if single sign-on has verified it for the user. Default: unchanged. */
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

/** The ways in which users may sign in. */
@Example({ password: true, single_sign_on: null, passkeys: 'https://video.example.com' })
export class SignInOptions {
  /** Whether an e-mail address and a password are accepted. */
  @IsBoolean()
  password: boolean;

  /** The name of the single sign-on; null if none is configured. */
  @OrNull()
  @IsString()
  single_sign_on: string | null;

  /** The origin of the pages on which passkeys work; null if they work on none. */
  @OrNull()
  @IsString()
  passkeys: string | null;
}

/** A user who is signed in. */
export class SessionUser {
  /** Identifies the user. */
  @IsUUID()
  id: string;

  /** The e-mail address with which the user signs in. */
  @IsString()
  email: string;

  /** Whether the address is known to be the user's: an operator has set it, or single sign-on has verified it. */
  @IsBoolean()
  email_proven: boolean;

  /** The name that others see. */
  @IsString()
  name: string;

  /** Whether the user operates this installation. */
  @IsBoolean()
  operator: boolean;

  /** Whether the user has a password. */
  @IsBoolean()
  has_password: boolean;

  /** Whether the user is connected with the provider of single sign-on. */
  @IsBoolean()
  has_single_sign_on: boolean;
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

/** Maintenance during which new videos are refused. */
export class SessionMaintenance {
  /** When it began. */
  @IsISO8601()
  since: string;

  /** The words of the operator; null for the usual message. */
  @OrNull()
  @IsString()
  message: string | null;
}

/** A signed-in user in one of the user's organizations. */
@Example(exampleOfSession())
export class Session {
  /** The user. */
  @Nested(() => SessionUser)
  user: SessionUser;

  /** The organization in which requests of the session act; null until a user who belongs to none accepts an invitation. */
  @OrNull()
  @Nested(() => SessionOrganization)
  organization: SessionOrganization | null;

  /** The role of the user there; null without an organization. */
  @OrNull()
  @IsIn(ROLES)
  role: Role | null;

  /** All organizations of the user, by name. */
  @Nested(() => SessionMembership, { each: true })
  organizations: SessionMembership[];

  /** When the session ends if it is not used before: 12 hours after its last use, and 7 days after signing in. */
  @IsISO8601()
  expires_at: string;

  /** The maintenance during which new videos are refused; null while they are accepted. */
  @OrNull()
  @Nested(() => SessionMaintenance)
  maintenance: SessionMaintenance | null;
}

/** A session of the user, in one of the user's browsers. */
@Example({
  id: 'e4da3b7f-bbce-4345-9777-2b0674a318d5',
  current: true,
  organization: ORGANIZATION,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  address: '203.0.113.7',
  created_at: CREATED,
  last_used_at: '2026-11-21T14:30:00.000Z',
  expires_at: '2026-11-22T02:30:00.000Z',
})
export class OwnSession {
  /** Identifies the session. */
  @IsUUID()
  id: string;

  /** Whether it is the session of this request. */
  @IsBoolean()
  current: boolean;

  /** The organization in which its requests act; null without one. */
  @OrNull()
  @Nested(() => SessionOrganization)
  organization: SessionOrganization | null;

  /** The browser in which it began, as the browser names itself; null for one that states no name. */
  @OrNull()
  @IsString()
  user_agent: string | null;

  /** The address from which it began; null if it is not known. */
  @OrNull()
  @IsString()
  address: string | null;

  /** When the user signed in. */
  @IsISO8601()
  created_at: string;

  /** When it was last used, to the minute. */
  @IsISO8601()
  last_used_at: string;

  /** When it ends if it is not used before. */
  @IsISO8601()
  expires_at: string;
}

export class OwnSessionPath {
  /** Id of the session. */
  @IsUUID()
  id: string;
}

/** A user who belongs to the organization. */
@Example({
  id: '8f14e45f-ceea-467f-9b2c-1d3e5f7a9b0c',
  email: 'ada@example.com',
  email_proven: true,
  name: 'Ada Lovelace',
  role: 'owner',
  created_at: CREATED,
})
export class Member {
  /** Identifies the user. */
  @IsUUID()
  id: string;

  /** The e-mail address of the user. */
  @IsString()
  email: string;

  /** Whether the address is known to be the user's; others are what users have entered. */
  @IsBoolean()
  email_proven: boolean;

  /** The name of the user. */
  @IsString()
  name: string;

  /** The role of the member. */
  @IsIn(ROLES)
  role: Role;

  /** When the user became a member. */
  @IsISO8601()
  created_at: string;
}

export class MemberPath {
  /** Id of the user. */
  @IsUUID()
  id: string;
}

@Example({ role: 'viewer' })
export class UpdateMemberBody {
  /** The new role of the member. */
  @IsIn(ROLES)
  role: Role;
}

@Example({ email: 'grace@example.com', role: 'editor' })
export class CreateInvitationBody {
  /** The e-mail address of the invited person. */
  @IsEmailAddress()
  email: string;

  /** The role that the person has as a member. */
  @IsIn(ROLES)
  role: Role;
}

/** An invitation that is neither accepted nor expired. */
@Example(exampleOfInvitation())
export class Invitation {
  /** Identifies the invitation. */
  @IsUUID()
  id: string;

  /** The e-mail address of the invited person. */
  @IsString()
  email: string;

  /** The role that the person has as a member. */
  @IsIn(ROLES)
  role: Role;

  /** When the invitation was created. */
  @IsISO8601()
  created_at: string;

  /** When the invitation expires. */
  @IsISO8601()
  expires_at: string;
}

/** An invitation with its link, which no other response has. */
@Example({ ...exampleOfInvitation(), url: `https://api.example.com/console/invitation#${TOKEN}` })
export class InvitationWithUrl extends Invitation {
  /** The link that accepts the invitation, once. Give it to the invited person. */
  @IsString()
  url: string;
}

/** The user who has created an invitation. */
export class Inviter {
  /** The name of the user. */
  @IsString()
  name: string;

  /** The e-mail address of the user. */
  @IsString()
  email: string;

  /** Whether the address is known to be the user's. */
  @IsBoolean()
  email_proven: boolean;
}

/** An invitation, as the holder of its link sees it before accepting. */
@Example({
  organization: ORGANIZATION,
  role: 'editor',
  email: 'grace@example.com',
  inviter: { name: 'Ada Lovelace', email: 'ada@example.com', email_proven: true },
  expires_at: '2026-11-28T12:00:00.000Z',
})
export class ShownInvitation {
  /** The organization that invites. */
  @Nested(() => SessionOrganization)
  organization: SessionOrganization;

  /** The role that the person has there as a member. */
  @IsIn(ROLES)
  role: Role;

  /** The e-mail address of the invited person. */
  @IsString()
  email: string;

  /** The user who invites; null for one who is gone. */
  @OrNull()
  @Nested(() => Inviter)
  inviter: Inviter | null;

  /** When the invitation expires. */
  @IsISO8601()
  expires_at: string;
}

/** An invitation to the user of the session. */
@Example({
  id: '45c48cce-2e2d-4fbd-9a1c-0f5e4b3a2d1c',
  organization: OTHER_ORGANIZATION,
  role: 'editor',
  inviter: { name: 'Grace Hopper', email: 'grace@example.com', email_proven: true },
  created_at: CREATED,
  expires_at: '2026-11-28T12:00:00.000Z',
})
export class OwnInvitation {
  /** Identifies the invitation. */
  @IsUUID()
  id: string;

  /** The organization that invites. */
  @Nested(() => SessionOrganization)
  organization: SessionOrganization;

  /** The role that the user has there as a member. */
  @IsIn(ROLES)
  role: Role;

  /** The user who invites; null for one who is gone. */
  @OrNull()
  @Nested(() => Inviter)
  inviter: Inviter | null;

  /** When the invitation was created. */
  @IsISO8601()
  created_at: string;

  /** When the invitation expires. */
  @IsISO8601()
  expires_at: string;
}

export class InvitationPath {
  /** Id of the invitation. */
  @IsUUID()
  id: string;
}

function exampleOfInvitation(): object {
  return {
    id: '45c48cce-2e2d-4fbd-9a1c-0f5e4b3a2d1c',
    email: 'grace@example.com',
    role: 'editor',
    created_at: CREATED,
    expires_at: '2026-11-28T12:00:00.000Z',
  };
}

/** An example of a member whose role has changed. */
export function exampleOfChangedMember(): Member {
  const { id, email, email_proven, name } = exampleOfNewMember().user;
  return { id, email, email_proven, name, role: 'viewer', created_at: CREATED };
}
