import { describe, expect, it } from '@jest/globals';
import { WEBHOOK_EVENTS } from './lifecycle.js';
import type { DurableContract } from './message.js';
import { SERVICE_EDGES } from './service-edges.js';

/** Whether messages of a subject belong to a contract, whose own subject may have `*` for a token. */
function covers(contract: DurableContract, subject: string): boolean {
  const tokens = contract.subject.split('.').map((token) => (token === '*' ? '[^.]+' : token));
  return new RegExp(`^${tokens.join('\\.')}$`).test(subject);
}

describe('an event that a webhook can receive', () => {
  it.each(WEBHOOK_EVENTS)('%s is emitted by a service and taken by webhooks', (type) => {
    const emitted = Object.values(SERVICE_EDGES).flatMap(({ emits }) => emits);
    const subjects = emitted.map(({ subject }) => subject).filter((subject) => subject.endsWith(type));
    expect(subjects).toHaveLength(1);
    expect(SERVICE_EDGES.webhooks.consumes.filter((contract) => covers(contract, subjects[0]!))).toHaveLength(1);
  });
});
