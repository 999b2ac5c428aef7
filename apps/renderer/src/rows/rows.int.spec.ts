import { readdirSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_BATCH_BYTES } from '#libs/contracts';
import { createGuard } from '#libs/net-guard';
import { withCallerSignal } from '#libs/runtime';
import { serve, temporaryFolder, type TestServer } from '#libs/testing';
import { Rows } from './rows.service.js';

const folder = temporaryFolder('rows');
const ANSWERS: Readonly<Record<string, [status: number, body: Buffer | string]>> = {
  '/rows.csv': [200, 'price\n1\n'],
  '/latin.csv': [200, Buffer.from('name\nM\xfcller', 'latin1')],
  '/large.csv': [200, 'x'.repeat(MAX_BATCH_BYTES + 1)],
};
const org_id = '5b1f0d8a-4f0e-4b7c-8a45-2f3d1c0b9a87';

let server: TestServer;
const { promise: dripping, resolve: onDrip } = Promise.withResolvers<undefined>();

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/drip.csv') {
      response.write('price');
      onDrip(undefined);
      return;
    }
    const [status, body] = ANSWERS[request.url ?? ''] ?? [404, 'nothing here'];
    response.writeHead(status).end(body);
  });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the rows at a URL', () => {
  const rows = new Rows(createGuard({ allow: ['127.0.0.0/8'], allowHttp: true }), folder);
  afterAll(() => rows.onApplicationShutdown());

  it('are read as text', async () => {
    const url = `${server.url}/rows.csv`;
    expect(await rows.fetch({ schema: 1, org_id, url })).toEqual({ text: 'price\n1\n' });
  });

  it.each([
    ['/latin.csv', 'INVALID_FORMAT', 'is not UTF-8'],
    ['/large.csv', 'VALUE_TOO_LARGE', `is larger than ${MAX_BATCH_BYTES} bytes`],
    ['/missing.csv', 'INVALID_VALUE', 'responded with status 404'],
  ])('at %s are refused', async (path, code, reason) => {
    const url = `${server.url}${path}`;
    const message = `the file at csv_url ${reason}`;
    await expect(rows.fetch({ schema: 1, org_id, url })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'csv_url', code, message, value: url }],
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a server that drips are given up when the caller is gone', async () => {
    const gone = new AbortController();
    const fetching = withCallerSignal(gone.signal, () =>
      rows.fetch({ schema: 1, org_id, url: `${server.url}/drip.csv` }),
    );
    const end = fetching.catch((error: unknown) => error);
    await dripping;
    gone.abort(new Error('the caller is gone'));
    expect(await end).toBeInstanceOf(Error);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('at a private address are refused', async () => {
    const guarded = new Rows(createGuard({ allow: [], allowHttp: true }), folder);
    const url = `${server.url}/rows.csv`;
    await expect(guarded.fetch({ schema: 1, org_id, url })).rejects.toMatchObject({
      details: [{ field: 'csv_url', code: 'INVALID_VALUE' }],
    });
    await guarded.onApplicationShutdown();
  });
});
