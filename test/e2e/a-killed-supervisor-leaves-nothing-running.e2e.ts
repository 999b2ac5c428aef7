import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isAlive } from '#libs/embedded';
import { eventually, startSystem, type TestSystem } from '#libs/testing';

interface Processes {
  supervisor_pid: number;
  nats_pid: number;
  postgres_pid?: number;
  services: Record<string, { pid: number }>;
}

describe('a local system', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startSystem();
  });
  afterAll(() => system.stop(), 60_000);

  const processes = (): number[] => {
    const running = JSON.parse(readFileSync(join(system.dataFolder, 'processes.json'), 'utf8')) as Processes;
    const services = Object.values(running.services).map(({ pid }) => pid);
    return [
      running.supervisor_pid,
      running.nats_pid,
      ...(running.postgres_pid ? [running.postgres_pid] : []),
      ...services,
    ];
  };

  it('refuses a second start on the same data and says what runs there', () => {
    const main = join(import.meta.dirname, '../../dist/apps/local/src/main.js');
    const env = { ...process.env, DATA_DIR: system.dataFolder, PORT: '0' };
    const second = spawnSync(process.execPath, [main, 'start'], { env, encoding: 'utf8' });
    expect(second.status).toBe(1);
    expect(second.stderr).toContain(`already runs on ${system.dataFolder}`);
    expect(second.stderr).toContain(system.baseUrl);
  });

  it('leaves nothing running when its supervisor is killed, and continues with its keys and templates', async () => {
    const before = { key: system.apiKey, templates: system.templates, pids: processes() };
    expect(before.pids.length).toBeGreaterThanOrEqual(7);
    await system.killSupervisor();
    await eventually(() => before.pids.every((pid) => !isAlive(pid)));
    await system.restart();
    expect([system.apiKey, system.templates]).toEqual([before.key, before.templates]);
    const answer = await system.call('GET', `/templates/${before.templates[0]!.id}`);
    expect(answer.status).toBe(200);
  });

  it('starts a service again that was killed', async () => {
    await system.kill('credits');
    await eventually(async () => {
      expect(await system.operator('credits', 'show', system.orgId)).toMatchObject({ available: 1_000 });
    });
  });
});
