import { IsIn, IsOptional, IsUUID, Matches, MaxLength, MinLength, ValidateBy, ValidateIf } from 'class-validator';
import type { ValidationArguments } from 'class-validator';
import { Secret } from '#libs/runtime';
import { type Role, ROLES } from '../../http/caller/roles.js';

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** The OpenID provider of single sign-on; without an issuer there is none. */
export class SingleSignOnConfig {
  /** Issuer of the OpenID provider, exactly as the provider states it. Without https only on this machine. */
  @IsOptional()
  @Matches(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])[^\s?#]+$/, {
    message: 'oidcIssuer must be an https address without query and fragment',
  })
  oidcIssuer?: string;

  /** Id of this installation at the provider. */
  @ValidateIf(({ oidcIssuer }: SingleSignOnConfig) => oidcIssuer !== undefined)
  @MinLength(1)
  oidcClientId?: string;

  /** Secret of this installation at the provider; unset for a public client. */
  @IsOptional()
  @Secret()
  @MinLength(1)
  oidcClientSecret?: string;

  /** Name of the provider, on the button of the sign-in page. */
  @MinLength(1)
  @MaxLength(60)
  oidcName = 'single sign-on';

  /** Domains whose e-mail addresses may sign in; every one if the list is empty. */
  @Matches(DOMAIN, { each: true, message: 'each of oidcAllowedDomains must be a domain such as example.com' })
  oidcAllowedDomains: string[] = [];

  /** The organization that everyone joins at the first sign-in. Without it, only invited people become users. */
  @IsOptional()
  @IsUUID()
  @NeedsDomains()
  oidcOrganizationId?: string;

  /** The role of the new members. */
  @IsIn(ROLES)
  oidcRole: Role = 'viewer';
}

/** Requires domains if an organization is set, because everyone whom a public provider knows would become a member. */
function NeedsDomains(): PropertyDecorator {
  return ValidateBy({
    name: 'needsDomains',
    validator: {
      validate: (_value: unknown, facts?: ValidationArguments) =>
        facts?.object instanceof SingleSignOnConfig && facts.object.oidcAllowedDomains.length > 0,
      defaultMessage: () => '$property needs OIDC_ALLOWED_DOMAINS',
    },
  });
}
