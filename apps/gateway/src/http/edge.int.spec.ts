import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGatewaySystem, type GatewaySystem } from '../testing/running-gateway.js';

let system: GatewaySystem;

beforeAll(async () => {
  system = await startGatewaySystem();
});

afterAll(() => system.stop());

describe('what node refuses', () => {
  it.each([
    ['a garbage request line', 'GIVE ME\r\n\r\n'],
    ['headers beyond 16 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'two lengths at once',
      'POST /v1/videos HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])("answers %s in the API's form", async (_name, text) => {
    const heard = await system.gateway.speak(text);
    expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*X-Request-Id: [\s\S]*"code":"BAD_REQUEST"/);
  });

  it('answers a request whose Expect it does not know', async () => {
    const heard = await system.gateway.speak(
      'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
    );
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});
