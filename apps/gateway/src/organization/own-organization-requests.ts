import { IsISO8601, IsString, IsUUID, MaxLength, MinLength } from 'class-validator';
import { AssetUsage, IsIntegerFrom, TemplateUsage } from '#libs/contracts';
import { Nested } from '#libs/template';
import { Example, EXAMPLE_OF_ASSET_USAGE, EXAMPLE_OF_TEMPLATE_USAGE, ORG_ID } from '../openapi/examples.js';

/** Bytes of a body whose name has every character escaped. */
export const MAX_ORGANIZATION_BYTES = 8_192;
const MAX_NAME_CHARACTERS = 200;

/** The organization in which a request acts, with what it may use. */
@Example({
  id: ORG_ID,
  name: 'Acme',
  rate_limit: 100,
  session_rate_limit: 600,
  templates: EXAMPLE_OF_TEMPLATE_USAGE,
  assets: EXAMPLE_OF_ASSET_USAGE,
  created_at: '2026-11-21T12:00:00.000Z',
})
export class OwnOrganization {
  /** Identifies the organization. */
  @IsUUID()
  id: string;

  /** The name of the organization. */
  @IsString()
  name: string;

  /** Requests per minute that its keys share. */
  @IsIntegerFrom(1)
  rate_limit: number;

  /** Requests per minute that all sessions of one user share. */
  @IsIntegerFrom(1)
  session_rate_limit: number;

  /** Its templates and how many it may have. */
  @Nested(() => TemplateUsage)
  templates: TemplateUsage;

  /** Its uploaded files and how many it may have. */
  @Nested(() => AssetUsage)
  assets: AssetUsage;

  /** When the organization was created. */
  @IsISO8601()
  created_at: string;
}

@Example({ name: 'Acme' })
export class UpdateOrganizationBody {
  /** The new name. */
  @MinLength(1)
  @MaxLength(MAX_NAME_CHARACTERS)
  name: string;
}
