import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { serve } from '#libs/testing';

export const CLIENT_ID = 'framewright';
export const CLIENT_SECRET = 'a secret of the client';

/** The provider's claims about the person who signs in. */
interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** An OpenID provider over HTTP: discovery, authorization with PKCE, tokens signed with ES256, keys. */
export interface OpenIdIssuer {
  readonly url: string;
  /** The person who signs in with the next authorization. */
  person: Person;
  /** Wrong claims of the next ID token. */
  wrong: { nonce?: string; audience?: string; issuer?: string };
  /** Whether the person refuses. */
  refuses: boolean;
  stop(): Promise<void>;
}

interface Grant {
  person: Person;
  nonce: string;
  challenge: string;
  redirectUri: string;
}

export async function startOpenIdIssuer(): Promise<OpenIdIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
  const grants = new Map<string, Grant>();
  const server = await serve((request, response) => void answer(request, response));
  const issuer: OpenIdIssuer = {
    url: server.url,
    person: { sub: 'unset' },
    wrong: {},
    refuses: false,
    stop: () => server.stop(),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, issuer.url);
    switch (url.pathname) {
      case '/.well-known/openid-configuration': {
        json(response, 200, metadataOf(issuer.url));
        return;
      }
      case '/keys': {
        json(response, 200, keys);
        return;
      }
      case '/authorize': {
        authorize(url.searchParams, response);
        return;
      }
      case '/token':
        return token(request, response);
      default: {
        json(response, 404, {});
        return;
      }
    }
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const back = new URL(asked.get('redirect_uri')!);
    back.searchParams.set('state', asked.get('state')!);
    if (issuer.refuses) back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', remember(asked));
    response.writeHead(302, { location: back.href }).end();
  }

  function remember(asked: URLSearchParams): string {
    const code = randomUUID();
    grants.set(code, {
      person: issuer.person,
      nonce: asked.get('nonce')!,
      challenge: asked.get('code_challenge')!,
      redirectUri: asked.get('redirect_uri')!,
    });
    return code;
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const grant = grants.get(form.get('code')!);
    grants.delete(form.get('code')!);
    const verifier = form.get('code_verifier') ?? '';
    const isRight =
      grant?.challenge === createHash('sha256').update(verifier).digest('base64url') &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('client_secret') === CLIENT_SECRET;
    if (!isRight) {
      json(response, 400, { error: 'invalid_grant' });
      return;
    }
    const { sub, ...claims } = grant.person;
    const id_token = await new SignJWT({ ...claims, nonce: issuer.wrong.nonce ?? grant.nonce })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setSubject(sub)
      .setIssuer(issuer.wrong.issuer ?? issuer.url)
      .setAudience(issuer.wrong.audience ?? CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('5 min')
      .sign(privateKey);
    json(response, 200, { access_token: randomUUID(), token_type: 'Bearer', id_token });
  }

  return issuer;
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
