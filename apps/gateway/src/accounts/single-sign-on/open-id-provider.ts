import { Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { GatewayConfig } from '../../gateway.config.js';
import { SingleSignOnConfig } from './single-sign-on.config.js';

const TIMEOUT_S = 10;
const MAX_NAME_CHARACTERS = 200;
const MAX_EMAIL_CHARACTERS = 254;
/** Time for which the provider's metadata are cached, ms. */
const METADATA_LIFE_MS = 3_600_000;

/** Secrets of one attempt to sign in, known to this gateway alone: the provider's response is checked against them. */
export interface AttemptSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** A person as the provider describes them. */
export interface ProvenPerson {
  issuer: string;
  /** The issuer's name for the person, which never changes. */
  subject: string;
  /** In lower case; undefined unless the provider has verified it. */
  verifiedEmail: string | undefined;
  name: string | undefined;
}

/** The OpenID provider: authorization code flow with PKCE, state and nonce, by `openid-client`. */
@Injectable()
export class OpenIdProvider {
  private known?: { configuration: Promise<openid.Configuration>; untilMs: number };

  constructor(
    private readonly config: SingleSignOnConfig,
    private readonly gateway: GatewayConfig,
  ) {}

  /** The name of the provider; null if none is configured. */
  get name(): string | null {
    return this.config.oidcIssuer === undefined ? null : this.config.oidcName;
  }

  /** Begins an attempt: the URL that the browser opens, and the secrets against which the response is checked. */
  async begin(): Promise<{ url: URL; secrets: AttemptSecrets }> {
    const secrets = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: this.callbackUrl,
      scope: 'openid email profile',
      code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
    });
    return { url, secrets };
  }

  /**
   * Exchanges the response that the browser has brought for the person.
   *
   * @param query of the address that the browser was sent back to
   * @throws Error of openid-client for a response that belongs to another attempt or is a refusal
   */
  async person(query: string, { state, nonce, verifier }: AttemptSecrets): Promise<ProvenPerson> {
    const configuration = await this.configuration();
    const tokens = await openid.authorizationCodeGrant(configuration, new URL(`${this.callbackUrl}${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const hasMore = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const facts = hasMore ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
    return personOf(claims, facts);
  }

  private get callbackUrl(): string {
    return `${this.gateway.publicBaseUrl}/session/single-sign-on/callback`;
  }

  /** Reads the provider's metadata. A failure is not cached, so the next attempt tries again. */
  private configuration(): Promise<openid.Configuration> {
    if (this.known && Date.now() < this.known.untilMs) return this.known.configuration;
    const configuration = this.discover().catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    this.known = { configuration, untilMs: Date.now() + METADATA_LIFE_MS };
    return configuration;
  }

  private discover(): Promise<openid.Configuration> {
    const { oidcIssuer, oidcClientId, oidcClientSecret } = this.config;
    const issuer = new URL(oidcIssuer!);
    return openid.discovery(
      issuer,
      oidcClientId!,
      oidcClientSecret,
      oidcClientSecret === undefined ? openid.None() : undefined,
      {
        timeout: TIMEOUT_S,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- a provider on this machine: see the configuration
        execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
      },
    );
  }
}

function personOf({ iss, sub }: openid.IDToken, facts: openid.IDToken | openid.UserInfoResponse): ProvenPerson {
  const { email, email_verified, name }: Record<string, unknown> = facts;
  const isVerified = email_verified === true || email_verified === 'true';
  return {
    issuer: iss,
    subject: sub,
    verifiedEmail: isVerified && isEmail(email) ? email.toLowerCase() : undefined,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, MAX_NAME_CHARACTERS) : undefined,
  };
}

/** Whether the API would accept the value from a user as an e-mail address. */
function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_EMAIL_CHARACTERS && /^[!-?A-~]+@[!-?A-~]+$/.test(value);
}
