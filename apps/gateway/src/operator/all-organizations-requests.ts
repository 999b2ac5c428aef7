import { IsISO8601, IsOptional, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import {
  AssetUsage,
  Balance,
  IsIntegerFrom,
  IsIntegerIn,
  MAX_GRANT,
  MAX_GRANT_REASON_CHARACTERS,
  IsList,
  PageRequest,
  TemplateUsage,
} from '#libs/contracts';
import { Nested, OrNull } from '#libs/template';
import { IsEmailAddress, Member } from '../accounts/users/account-requests.js';
import { Example, EXAMPLE_OF_ASSET_USAGE, EXAMPLE_OF_TEMPLATE_USAGE, ORG_ID } from '../openapi/examples.js';

/** Bytes of a body whose texts have every character escaped. */
export const MAX_OPERATOR_BYTES = 8_192;

const MAX_NAME_CHARACTERS = 200;
const MAX_REQUESTS_PER_MINUTE = 10_000_000;
const CREATED = '2026-11-21T12:00:00.000Z';
const ORGANIZATION = { id: ORG_ID, name: 'Acme' };

/** An example of an organization that has just been created. */
function exampleOfOrganization(): OperatorOrganization {
  const balance = { available: 0, held: 0 };
  return { ...ORGANIZATION, rate_limit: null, balance, running_videos: 0, created_at: CREATED };
}

export class ListOrganizationsQuery extends PageRequest {
  /** Lists organizations whose name contains this text, in any case, or whose id it is. */
  @IsOptional()
  @MinLength(1)
  @MaxLength(MAX_NAME_CHARACTERS)
  search?: string;
}

/** An organization of the installation. */
@Example(exampleOfOrganization())
export class OperatorOrganization {
  /** Identifies the organization. */
  @IsUUID()
  id: string;

  /** The name of the organization. */
  @IsString()
  name: string;

  /** Requests per minute of its keys; null for the installation's default. */
  @OrNull()
  @IsIntegerFrom(1)
  rate_limit: number | null;

  /** Its credits. */
  @Nested(() => Balance)
  balance: Balance;

  /** Number of its videos that are PROCESSING. */
  @IsIntegerFrom(0)
  running_videos: number;

  /** When the organization was created. */
  @IsISO8601()
  created_at: string;
}

/** Most members that an organization is shown with. */
export const MAX_SHOWN_MEMBERS = 100;

/** An organization with what it has. */
@Example(
  Object.assign(exampleOfOrganization(), {
    keys: 0,
    templates: EXAMPLE_OF_TEMPLATE_USAGE,
    assets: EXAMPLE_OF_ASSET_USAGE,
    members: [],
  }),
)
export class OrganizationDetails extends OperatorOrganization {
  /** Number of its keys that work. */
  @IsIntegerFrom(0)
  keys: number;

  /** Its templates, and how many it may have. */
  @Nested(() => TemplateUsage)
  templates: TemplateUsage;

  /** Its uploaded files, and how many it may have. */
  @Nested(() => AssetUsage)
  assets: AssetUsage;

  /** Its members, owners first, at most 100. */
  @IsList(0, MAX_SHOWN_MEMBERS)
  @Nested(() => Member, { each: true })
  members: Member[];
}

@Example({ name: 'Acme', owner_email: 'grace@example.com' })
export class CreateOrganizationBody {
  /** The name of the organization. */
  @MinLength(1)
  @MaxLength(MAX_NAME_CHARACTERS)
  name: string;

  /** The e-mail address of its first owner, who gets an invitation. Default: none. */
  @IsOptional()
  @IsEmailAddress()
  owner_email?: string;
}

/** An organization with the invitation of its first owner, which no other response has. */
@Example(
  Object.assign(exampleOfOrganization(), {
    invitation_url: 'https://api.example.com/console/invitation#o5pXvcNnSfgcO3yrbfVR7yq4D2-1mKtwBYzhQu0eHiE',
  }),
)
export class CreatedOrganization extends OperatorOrganization {
  /** The link with which the first owner accepts the invitation, once and within 7 days; null without `owner_email`. */
  @OrNull()
  @IsString()
  invitation_url: string | null;
}

export class OrganizationPath {
  /** Id of the organization. */
  @IsUUID()
  id: string;
}

@Example({ rate_limit: 1_000 })
export class LimitOrganizationBody {
  /** Requests per minute of the keys of the organization; null for the installation's default. */
  @OrNull()
  @IsIntegerIn(1, MAX_REQUESTS_PER_MINUTE)
  rate_limit: number | null;
}

@Example({ amount: 500, reason: 'Invoice 2026-117' })
export class GrantCreditsBody {
  /** Credits to add. */
  @IsIntegerIn(1, MAX_GRANT)
  amount: number;

  /** Why, for operators; the organization does not see it. */
  @MinLength(1)
  @MaxLength(MAX_GRANT_REASON_CHARACTERS)
  reason: string;
}

/** Credits that were granted to an organization. */
@Example({
  id: '5e2d9c1b-7a4f-4b8e-9d30-6c1f2a3b4c5d',
  amount: 500,
  reason: 'Invoice 2026-117',
  created_at: CREATED,
})
export class CreditGrant {
  /** Identifies the grant; the transaction of the organization has the same id. */
  @IsUUID()
  id: string;

  /** Credits that were added. */
  @IsIntegerFrom(1)
  amount: number;

  /** Why; null for a grant by command without a reason. */
  @OrNull()
  @IsString()
  reason: string | null;

  /** When the credits were added. */
  @IsISO8601()
  created_at: string;
}

/** An example of an organization with a limit and credits of its own. */
export function exampleOfLimitedOrganization(): OperatorOrganization {
  return Object.assign(exampleOfOrganization(), { rate_limit: 1_000 });
}
