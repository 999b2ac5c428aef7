import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, startSystem, type TestSystem } from '#libs/testing';
import { createTemplate, createVideo, movingDocument } from './steps.js';

const CLIENTS = 16;

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem();
}, 120_000);

afterAll(() => system.stop(), 60_000);

/** Status and Connection header of an answer; the error's code where there was none. */
function askOnce(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${system.apiKey}` };
    const request = httpRequest(url, { agent, headers }, (response) => {
      response.resume().once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
    });
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    request.end();
  });
}

it('a gateway that gets SIGTERM under load answers every request it has taken', async () => {
  const template = await createTemplate(system, movingDocument(1, { width: 320, height: 180 }));
  const { id } = await createVideo(system, { template_id: template, format: 'gif', test: true });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const outcomes = new Map<string, number>();
  let stopped = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!stopped) {
      const outcome = await askOnce(`${system.baseUrl}/videos/${id}`, agent);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome !== '200 keep-alive') return; // asked to leave, as a load balancer is
    }
  });
  await eventually(() => (outcomes.get('200 keep-alive') ?? 0) > 200, { timeoutMs: 60_000 });
  await system.terminate('gateway');
  stopped = true;
  await Promise.all(clients);
  agent.destroy();
  expect([...outcomes.keys()].sort()).toEqual(['200 close', '200 keep-alive']);
  expect(outcomes.get('200 close')).toBe(CLIENTS);
}, 120_000);
