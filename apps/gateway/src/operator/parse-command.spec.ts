import { describe, expect, it } from '@jest/globals';
import { parseCommand, UsageError } from './parse-command.js';

const ID = '0189c0de-0000-7000-8000-000000000001';
const NOW = new Date('2026-01-01T00:00:00Z');
const parse = (...argv: string[]) => parseCommand(argv, NOW);

describe('parseCommand', () => {
  it.each([
    [['organization', 'create', ' Acme '], { do: 'create-organization', name: 'Acme' }],
    [['organization', 'list'], { do: 'list-organizations' }],
    [['organization', 'limit', ID, '500'], { do: 'limit-organization', orgId: ID, requestsPerMinute: 500 }],
    [['organization', 'limit', ID, 'default'], { do: 'limit-organization', orgId: ID, requestsPerMinute: null }],
    [['organization', 'templates', ID], { do: 'limit-templates', orgId: ID }],
    [
      ['organization', 'templates', ID, '--count', '5', '--bytes', 'default'],
      { do: 'limit-templates', orgId: ID, maxTemplates: 5, maxBytes: null },
    ],
    [['second-factor', 'remove', 'Ada@example.com'], { do: 'remove-second-factor', who: 'ada@example.com' }],
    [['console-link'], { do: 'console-link', operator: false }],
    [['console-link', ID], { do: 'console-link', orgId: ID, operator: false }],
    [
      ['console-link', ID, '--email', 'Ada@example.com', '--operator'],
      { do: 'console-link', orgId: ID, email: 'ada@example.com', operator: true },
    ],
    [['password-reset', 'ada@example.com'], { do: 'password-reset', who: 'ada@example.com' }],
    [['password-reset', ID], { do: 'password-reset', who: ID }],
    [['user', 'change', ID, '--operator', 'no'], { do: 'change-user', userId: ID, operator: false }],
    [
      ['user', 'change', ID, '--email', 'Ada@example.com', '--disabled', 'yes'],
      { do: 'change-user', userId: ID, email: 'ada@example.com', disabled: true },
    ],
    [
      ['user', 'create', 'ada@example.com', '--organization', ID, '--role', 'owner', '--name', 'Ada'],
      { do: 'create-user', email: 'ada@example.com', orgId: ID, role: 'owner', name: 'Ada', operator: false },
    ],
    [['user', 'list'], { do: 'list-users' }],
    [['maintenance', 'on'], { do: 'maintenance-on', scope: 'api', retryAfterS: 300 }],
    [['maintenance', 'on', '--retry-after', '60'], { do: 'maintenance-on', scope: 'api', retryAfterS: 60 }],
    [
      ['maintenance', 'on', '--new-videos', '--message', 'Back at noon.'],
      { do: 'maintenance-on', scope: 'new_videos', retryAfterS: 300, message: 'Back at noon.' },
    ],
    [['maintenance', 'off'], { do: 'maintenance-off' }],
    [['maintenance', 'status'], { do: 'maintenance-status' }],
    [['key', 'create', ID], { do: 'create-key', orgId: ID, kind: 'read_write' }],
    [
      ['key', 'create', ID, '--kind', 'read', '--expires', '2027-01-01T00:00:00Z'],
      { do: 'create-key', orgId: ID, kind: 'read', expiresAt: new Date('2027-01-01T00:00:00Z') },
    ],
    [
      ['key', 'create', ID, '--name', ' Web shop '],
      { do: 'create-key', orgId: ID, kind: 'read_write', name: 'Web shop' },
    ],
    [['key', 'list', ID.toUpperCase()], { do: 'list-keys', orgId: ID }],
    [['key', 'revoke', ID], { do: 'revoke-key', keyId: ID }],
    [['credits', 'grant', ID, '500'], { do: 'grant-credits', orgId: ID, amount: 500 }],
    [['credits', 'grant', ID, '5', '--transfer-id', ID], { do: 'grant-credits', orgId: ID, amount: 5, transferId: ID }],
    [
      ['credits', 'grant', ID, '5', '--reason', 'Invoice 7'],
      { do: 'grant-credits', orgId: ID, amount: 5, reason: 'Invoice 7' },
    ],
    [['credits', 'show', ID], { do: 'show-credits', orgId: ID }],
  ])('reads %j', (argv, command) => {
    expect(parse(...argv)).toEqual(command);
  });

  it.each([
    [[]],
    [['organization']],
    [['toString', '']],
    [['organization', 'create']],
    [['organization', 'create', '']],
    [['organization', 'create', 'a', 'b']],
    [['organization', 'list', '--all']],
    [['key', 'create', 'acme']],
    [['key', 'create', ID, '--kind', 'write']],
    [['key', 'create', ID, '--name', ' ']],
    [['key', 'create', ID, '--expires', '2025-01-01']],
    [['key', 'create', ID, '--expires', 'tomorrow']],
    [['key', 'create', ID, '--expires', '2030-02-30']],
    [['key', 'create', ID, '--expires', '2030-01-31T12:00:00']],
    [['credits', 'grant', ID]],
    [['credits', 'grant', ID, '0']],
    [['credits', 'grant', ID, '1.5']],
    [['credits', 'grant', ID, '1000000001']],
    [['organization', 'limit', ID, '0']],
    [['organization', 'limit', ID, 'many']],
    [['organization', 'templates', ID, '--count', '0']],
    [['organization', 'templates', ID, '--bytes', 'many']],
    [['organization', 'templates', ID, '5']],
    [['console-link', ID, ID]],
    [['console-link', ID, '--email', 'ada']],
    [['password-reset', 'ada@']],
    [['user', 'create', 'ada@example.com']],
    [['user', 'create', 'ada@example.com', '--organization', ID, '--role', 'admin']],
    [['user', 'change', 'ada@example.com']],
    [['user', 'change', ID, '--operator', 'true']],
    [['maintenance']],
    [['maintenance', 'on', '--retry-after', '0']],
    [['maintenance', 'on', '300']],
  ])('refuses %j and shows the usage', (argv) => {
    expect(() => parse(...argv)).toThrow(UsageError);
    expect(() => parse(...argv)).toThrow(/Usage:/);
  });
});
