import { describe, expect, it } from '@jest/globals';
import { Agent, request as httpRequest } from 'node:http';
import { eventually } from '#libs/testing';
import { useGatewaySystem } from '../testing/running-gateway.js';

const system = useGatewaySystem();

describe('shutdown', () => {
  it('drops no request of clients that keep their connections', async () => {
    const { key } = await system.newKey({ rateLimit: 1_000_000 });
    const second = await system.startGateway();
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const dropped: string[] = [];
    let [answered, stopped] = [0, false];
    const clients = Array.from({ length: 8 }, async () => {
      while (!stopped) {
        const outcome = await askOnce(`${second.url}/v1/nothing`, key, agent);
        if (outcome.startsWith('404')) answered += 1;
        else dropped.push(outcome);
        if (outcome === '404 close') stopped = true; // as a load balancer does with a server that is not ready
      }
    });
    await eventually(() => answered >= 50);
    await second.close();
    await Promise.all(clients);
    expect(dropped).toEqual([]);
  });

  /** One GET: status and Connection header, or the error when no answer came. */
  function askOnce(target: string, key: string, agent: Agent): Promise<string> {
    return new Promise((resolve) => {
      const request = httpRequest(target, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
        response.resume().once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
      });
      request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      request.end();
    });
  }
});
