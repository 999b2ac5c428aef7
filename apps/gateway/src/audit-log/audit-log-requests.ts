import { IsIn, IsISO8601, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { IsIntegerIn, IsTime, PageRequest } from '#libs/contracts';
import { Nested, OrNull } from '#libs/template';
import { ACTOR_TYPES, type ActorType } from '../audit-trail/audit-entry.js';
import { Example, ORG_ID } from '../openapi/examples.js';

const MAX_ACTION_CHARACTERS = 64;
const USER_ID = '8f14e45f-ceea-467f-9b2c-1d3e5f7a9b0c';

/** An example of an entry of a member. */
function exampleOfEntry(): AuditEntry {
  return {
    id: 'e2c1a0b9-8d7e-4f6a-95b4-c3d2e1f0a9b8',
    actor: { type: 'user', id: USER_ID, name: 'ada@example.com' },
    action: 'changePassword',
    target: { type: 'session', id: null, name: null },
    status: 204,
    changes: [],
    request_id: '4d3c2b1a-0f9e-4d8c-8b7a-6f5e4d3c2b1a',
    address: '192.0.2.17',
    created_at: '2026-11-21T12:00:00.000Z',
  };
}

export class ListAuditEntriesQuery extends PageRequest {
  /** Lists changes by this user or key only. */
  @IsOptional()
  @IsUUID()
  actor_id?: string;

  /** Lists changes by this action only. */
  @IsOptional()
  @MaxLength(MAX_ACTION_CHARACTERS)
  @Matches(/^[a-zA-Z-]+( [a-z-]+)?$/, { message: '$property must be an operation id or the name of a command' })
  action?: string;

  /** Lists changes at this time and later only. */
  @IsOptional()
  @IsTime()
  since?: string;

  /** Lists changes before this time only. */
  @IsOptional()
  @IsTime()
  until?: string;
}

export class ListAllAuditEntriesQuery extends ListAuditEntriesQuery {
  /** Lists changes of this organization only. */
  @IsOptional()
  @IsUUID()
  organization_id?: string;
}

/** The actor of a change. */
export class AuditActor {
  /**
   * `user`: a member. `key`: a program with an API key. `operator`: an operator of the installation, by an operation for
   * operators. `command`: an operator's command. `reviewer`: a person with a review link.
   */
  @IsIn(ACTOR_TYPES)
  type: ActorType;

  /** Identifies the user, the key or the review link; null for a command. */
  @OrNull()
  @IsUUID()
  id: string | null;

  /**
   * The e-mail address of the user, or the name of the key or its first characters, at that time; of a reviewer the name
   * that they gave; null for a command.
   */
  @OrNull()
  @IsString()
  name: string | null;
}

/** The resource that was changed. */
export class AuditTarget {
  /** The collection as in the paths of the API, such as `templates`. */
  @IsString()
  type: string;

  /** Identifies what was changed or created; null if it has no id. */
  @OrNull()
  @IsString()
  id: string | null;

  /** The name that it had, of a person the e-mail address; null if it has none, or none is known. */
  @OrNull()
  @IsString()
  name: string | null;
}

/** A setting that a change has changed. */
export class AuditedSetting {
  /** The name of the setting, as operations have it, such as `rate_limit`. */
  @IsString()
  field: string;

  /** Its value before, as text, at most 500 characters; null for none. */
  @OrNull()
  @IsString()
  before: string | null;

  /** Its value after the change. */
  @OrNull()
  @IsString()
  after: string | null;
}

/** A change, or a refused sign-in. */
@Example(exampleOfEntry())
export class AuditEntry {
  /** Identifies the entry. */
  @IsUUID()
  id: string;

  /** The actor of the change; of a refused sign-in, the user whose account it is. */
  @Nested(() => AuditActor)
  actor: AuditActor;

  /** The id of the operation in the OpenAPI document, or the name of the command. */
  @IsString()
  action: string;

  /** The resource that was changed. */
  @Nested(() => AuditTarget)
  target: AuditTarget;

  /** The HTTP status of the response, of a command 200 or 500; null while the change is being made, or if its outcome was lost. */
  @OrNull()
  @IsIntegerIn(100, 599)
  status: number | null;

  /** Changed settings of a key, a member, an organization, a user or the maintenance; empty for other changes. */
  @Nested(() => AuditedSetting, { each: true })
  changes: AuditedSetting[];

  /** The `X-Request-Id` of the response; null for a command. */
  @OrNull()
  @IsString()
  request_id: string | null;

  /** The address from which the request came; null for a command. */
  @OrNull()
  @IsString()
  address: string | null;

  /** When the change was requested. */
  @IsISO8601()
  created_at: string;
}

/** The organization that a change is about. */
export class AuditOrganization {
  /** Identifies the organization. */
  @IsUUID()
  id: string;

  /** The name of the organization; null if there is none with this id. */
  @OrNull()
  @IsString()
  name: string | null;
}

/** An entry of any organization, as operators see it. */
@Example(
  Object.assign(exampleOfEntry(), {
    actor: { type: 'operator', id: USER_ID, name: `owner@${ORG_ID}.invalid` },
    action: 'limitOrganization',
    target: { type: 'organizations', id: ORG_ID, name: 'Acme' },
    status: 200,
    changes: [{ field: 'rate_limit', before: null, after: '1000' }],
    organization: { id: ORG_ID, name: 'Acme' },
  }),
)
export class OperatorAuditEntry extends AuditEntry {
  /** The organization that the change is about; null if it is about the installation. */
  @OrNull()
  @Nested(() => AuditOrganization)
  organization: AuditOrganization | null;
}
