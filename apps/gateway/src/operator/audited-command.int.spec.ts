import { describe, expect, it } from '@jest/globals';
import type { AuditEntry, OperatorAuditEntry } from '../audit-log/audit-log-requests.js';
import { AuditLog } from '../audit-log/audit-log.service.js';
import { UNKNOWN_ID, useGatewaySystem } from '../testing/running-gateway.js';
import { audited } from './audited-command.js';
import { createKey, createOrganization, listOrganizations, revokeKey } from './organizations.js';
import { parseCommand } from './parse-command.js';

const system = useGatewaySystem();

/** Carries out a command line with the function that does its work. */
async function command<T>(line: string, work: () => Promise<T>): Promise<T> {
  return audited(parseCommand(line.split(' '), new Date()), system.em.fork(), work);
}

async function entriesOf(orgId: string): Promise<AuditEntry[]> {
  return (await system.gateway.service.app.get(AuditLog).ofOrganization(orgId, {})).data;
}

async function allEntries(): Promise<OperatorAuditEntry[]> {
  return (await system.gateway.service.app.get(AuditLog).ofAll({ limit: 100 })).data;
}

describe("an operator's command that changes something", () => {
  it('is in the log of the organization: what was created, and the organization that it is about', async () => {
    const { id } = await command('organization create Acme', () => createOrganization(system.em.fork(), 'Acme'));
    const options = { orgId: id, kind: 'read' } as const;
    const key = await command(`key create ${id} --kind read`, () => createKey(system.em.fork(), options));
    await command(`key revoke ${key.id}`, () => revokeKey(system.em.fork(), key.id));
    const actor = { type: 'command', id: null, name: null };
    const facts = { actor, status: 200, request_id: null, address: null };
    expect(await entriesOf(id)).toMatchObject([
      { ...facts, action: 'key revoke', target: { type: 'keys', id: key.id } },
      { ...facts, action: 'key create', target: { type: 'keys', id: key.id } },
      { ...facts, action: 'organization create', target: { type: 'organizations', id } },
    ]);
    expect(JSON.stringify(await allEntries())).not.toContain(key.key);
  });

  it('has an entry when it fails, and one that reads has none', async () => {
    const before = await allEntries();
    await command('organization list', () => listOrganizations(system.em.fork()));
    expect(await allEntries()).toEqual(before);
    const failing = command(`key revoke ${UNKNOWN_ID}`, () => revokeKey(system.em.fork(), UNKNOWN_ID));
    await expect(failing).rejects.toThrow('There is no key');
    expect((await allEntries())[0]).toMatchObject({ action: 'key revoke', status: 500 });
  });
});
