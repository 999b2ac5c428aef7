import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { GetTemplate, type Template, VIDEOS_RPC } from '#libs/contracts';
import { MessagingModule, RpcHandler, startWithHandlers } from '#libs/messaging';
import { eventually } from '#libs/testing';
import { AccountRetention } from '../accounts/account-retention.js';
import { ConsoleUsers } from '../testing/console-users.js';
import { type ErrorResponse, UNKNOWN_ID, useGatewaySystem } from '../testing/running-gateway.js';
import { newPreviewToken, PreviewTokenStore, type TokenMaker } from '../auth/preview-token-store.js';

const LIMIT = 3;
const SHOP = 'https://shop.example.com';

const system = useGatewaySystem({ PREVIEW_RATE_LIMIT_PER_MINUTE: String(LIMIT), TRUSTED_PROXIES: '127.0.0.1' });
const users = new ConsoleUsers(system);
let store: PreviewTokenStore;

beforeAll(() => {
  store = system.gateway.service.app.get(PreviewTokenStore);
});

interface Made {
  orgId: string;
  id: string;
  token: string;
  /** Id of the key that made it. */
  keyId: string;
  key: string;
}

async function newToken({ origins = [], lifeS = 60 }: { origins?: string[]; lifeS?: number } = {}): Promise<Made> {
  const { orgId, id: keyId, key } = await system.newKey();
  return { orgId, ...(await stored({ orgId, maker: { keyId }, origins, lifeS })), keyId, key };
}

async function stored(token: {
  orgId: string;
  maker: TokenMaker;
  origins?: string[];
  lifeS?: number;
}): Promise<{ id: string; token: string }> {
  const { token: secret, hash } = newPreviewToken();
  const id = randomUUID();
  await store.add({ id, hash, templateId: UNKNOWN_ID, version: null, origins: [], lifeS: 60, ...token });
  return { id, token: secret };
}

/** Requests the template that a token shows. No service runs behind the gateway, so an accepted token gets 500. */
function show(token: string, headers: Record<string, string> = {}): Promise<ErrorResponse> {
  return system.gateway.request('/v1/preview', { key: token, headers });
}

describe('a preview token', () => {
  it('is counted in a window of its own', async () => {
    const { token, key } = await newToken();
    for (let left = LIMIT - 1; left >= 0; left--) {
      const { status, headers } = await show(token);
      const window = [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
      expect([status, ...window]).toEqual([500, String(LIMIT), String(left)]);
    }
    expect((await show(token)).error.code).toBe('RATE_LIMIT_EXCEEDED');
    expect((await show((await newToken()).token)).status).toBe(500);
    expect((await system.gateway.request('/v1/fonts', { key })).headers.get('x-ratelimit-remaining')).toBe('99');
  });

  it('shares a window with the other tokens of its organization', async () => {
    const { orgId, keyId } = await newToken();
    const more = async () => (await stored({ orgId, maker: { keyId } })).token;
    const tokens = await Promise.all(Array.from({ length: 6 }, more));
    for (const token of tokens.slice(0, 5)) {
      for (let n = 0; n < LIMIT; n++) expect((await show(token)).status).toBe(500);
    }
    const { status, headers } = await show(tokens[5]!);
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([429, String(5 * LIMIT)]);
    expect((await show((await newToken()).token)).status).toBe(500);
  });

  it('is not made while its organization has five hundred', async () => {
    const { orgId, keyId } = await newToken();
    await system.em.fork().execute(
      `INSERT INTO preview_tokens (id, hash, organization_id, key_id, template_id, origins, expires_at)
       SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), ?, ?, ?, '{}', now() + interval '1 hour'
         FROM generate_series(1, 499)`,
      [orgId, keyId, UNKNOWN_ID],
    );
    await expect(stored({ orgId, maker: { keyId } })).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: 'The organization has 500 preview tokens that have not ended',
    });
    await newToken();
    await system.em.fork().execute('UPDATE preview_tokens SET expires_at = now() WHERE organization_id = ?', [orgId]);
    await stored({ orgId, maker: { keyId } });
  });

  it('ends with its time', async () => {
    const { id, token } = await newToken();
    await system.em.fork().execute('UPDATE preview_tokens SET expires_at = now() WHERE id = ?', [id]);
    expect(await show(token)).toMatchObject({ status: 401, error: { details: 'The preview token has ended' } });
  });

  it('ends with the key that made it', async () => {
    const { keyId, token } = await newToken();
    expect((await show(token)).status).toBe(500);
    await system.em.fork().execute('UPDATE api_keys SET revoked_at = now() WHERE id = ?', [keyId]);
    expect((await show(token)).status).toBe(401);
  });

  it('ends with the membership of the user who made it', async () => {
    const { session, orgId } = await users.newOwner();
    const { token } = await stored({ orgId, maker: { userId: session.user.id } });
    expect((await show(token)).status).toBe(500);
    await system.em.fork().execute('DELETE FROM memberships WHERE user_id = ?', [session.user.id]);
    expect((await show(token)).status).toBe(401);
  });

  it.each(['fwp_', `fwp_${'a'.repeat(42)}`, `fwp_${'a'.repeat(43)}`])(
    'that was not made here is refused: %s',
    async (token) => {
      expect((await show(token)).error.code).toBe('AUTHENTICATION_REQUIRED');
    },
  );

  it('is for pages of its origins', async () => {
    const { token } = await newToken({ origins: [SHOP] });
    expect((await show(token, { origin: SHOP })).status).toBe(500);
    for (const headers of [{ origin: 'https://evil.example' }, {}] as Record<string, string>[]) {
      const { status, error } = await show(token, headers);
      expect([status, error.message]).toEqual([403, 'The preview token is for pages of other origins']);
    }
  });

  it('that has ended is deleted', async () => {
    const { id } = await newToken();
    const { id: ended } = await newToken();
    const em = system.em.fork();
    await em.execute('UPDATE preview_tokens SET expires_at = now() WHERE id = ?', [ended]);
    await eventually(async () => {
      await system.gateway.service.app.get(AccountRetention).sweep(); // leaves to the leader what it is just deleting
      const left = await em.execute<{ id: string }[]>('SELECT id FROM preview_tokens WHERE id IN (?, ?)', [id, ended]);
      expect(left).toEqual([{ id }]);
    });
  });
});

let reads = 0;

@Controller()
class TemplatesController {
  @RpcHandler(VIDEOS_RPC.getTemplate)
  get({ id }: GetTemplate): Template {
    reads += 1;
    return { id, name: `read ${reads}` } as Template;
  }
}

@Module({ imports: [MessagingModule.forStandIn('outside')], controllers: [TemplatesController] })
class OutsideModule {}

describe('what many pages show', () => {
  it('is read once, and sent to each page once', async () => {
    const outside = await startWithHandlers('outside', OutsideModule);
    const { orgId, keyId, token } = await newToken();
    const tokens = [
      token,
      ...(await Promise.all([1, 2, 3].map(() => stored({ orgId, maker: { keyId } })))).map((each) => each.token),
    ];
    const shown = await Promise.all(tokens.map((each) => show(each)));
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(reads).toBe(1);
    const etag = shown[0]!.headers.get('etag')!;
    expect(shown.map(({ headers }) => headers.get('etag'))).toEqual([etag, etag, etag, etag]);
    expect(shown[0]!.headers.get('content-encoding')).toBe('gzip');
    expect((await show(token, { 'if-none-match': etag })).status).toBe(304);
    expect((await show(token, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await show((await newToken()).token)).headers.get('etag')).not.toBe(etag);
    expect(reads).toBe(2);
    await outside.app.close();
  });
});

describe('a page of another origin', () => {
  const asked = {
    origin: SHOP,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const preflight = (path: string): Promise<ErrorResponse> =>
    system.gateway.request(path, { method: 'OPTIONS', headers: asked });

  it('may ask what a token shows, and read the answer', async () => {
    const { status, headers } = await preflight('/v1/preview');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(headers.get('access-control-allow-headers')).toBe('Authorization, If-None-Match');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    for (const token of [(await newToken()).token, 'fwp_wrong'])
      expect((await show(token, { origin: SHOP })).headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(['/v1/preview-tokens', '/v1/templates', '/v1/videos', '/v1/preview/more'])(
    'may not call %s',
    async (path) => {
      const { headers } = await preflight(path);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});
