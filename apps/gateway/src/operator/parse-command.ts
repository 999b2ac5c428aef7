import { parseArgs } from 'node:util';
import { MAX_GRANT, MAX_GRANT_REASON_CHARACTERS, readTime } from '#libs/contracts';
import {
  DEFAULT_RETRY_AFTER_S,
  MAX_MAINTENANCE_MESSAGE_CHARACTERS,
  MAX_RETRY_AFTER_S,
  type MaintenanceOrder,
} from '../maintenance/maintenance-switch.js';
import { KEY_KINDS, type KeyKind, type Role, ROLES } from '../http/caller/roles.js';

/** A command of the operator. */
export type Command =
  | { do: 'create-organization'; name: string }
  | { do: 'list-organizations' }
  | { do: 'limit-organization'; orgId: string; requestsPerMinute: number | null }
  | { do: 'limit-templates'; orgId: string; maxTemplates?: number | null; maxBytes?: number | null }
  | { do: 'limit-media'; orgId: string; maxFiles?: number | null; maxBytes?: number | null }
  | { do: 'create-key'; orgId: string; kind: KeyKind; name?: string; expiresAt?: Date }
  | { do: 'list-keys'; orgId: string }
  | { do: 'revoke-key'; keyId: string }
  | { do: 'grant-credits'; orgId: string; amount: number; transferId?: string; reason?: string }
  | { do: 'show-credits'; orgId: string }
  | { do: 'console-link'; orgId?: string; email?: string; operator: boolean }
  | { do: 'password-reset'; who: string }
  | { do: 'create-user'; email: string; name?: string; orgId: string; role: Role; operator: boolean }
  | { do: 'change-user'; userId: string; email?: string; operator?: boolean; disabled?: boolean }
  | { do: 'remove-second-factor'; who: string }
  | { do: 'list-users' }
  | ({ do: 'maintenance-on' } & MaintenanceOrder)
  | { do: 'maintenance-off' }
  | { do: 'maintenance-status' };

const USAGE = `Usage:
  organization create <name>
  organization list
  organization limit <organization id> <requests per minute>|default
  organization templates <organization id> [--count <templates>|default] [--bytes <bytes>|default]
  organization media <organization id> [--count <files>|default] [--bytes <bytes>|default]
  key create <organization id> [--kind read|read_write] [--name <name>] [--expires <ISO 8601 time>]
  key list <organization id>
  key revoke <key id>
  credits grant <organization id> <amount> [--reason <text>] [--transfer-id <uuid>]
  credits show <organization id>
  console-link [<organization id>] [--email <address>] [--operator]
  password-reset <email address>|<user id>
  user create <email address> --organization <organization id> [--role viewer|editor|owner] [--name <name>] [--operator]
  user change <user id> [--email <address>] [--operator yes|no] [--disabled yes|no]
  user list
  second-factor remove <email address>|<user id>
  maintenance on [--retry-after <seconds>] [--new-videos] [--message <text>]
  maintenance off
  maintenance status`;

/** An invalid command line; the message is for the operator. */
export class UsageError extends Error {
  constructor(problem: string) {
    super(`${problem}\n\n${USAGE}`);
    this.name = 'UsageError';
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_REQUESTS_PER_MINUTE = 10_000_000;
const MAX_TEMPLATES = 1_000_000;
const MAX_TEMPLATE_BYTES = 1_000_000_000_000;
const MAX_FILES = 1_000_000_000;
const MAX_MEDIA_BYTES = 9_000_000_000_000;

type Arguments = { words: string[]; options: Record<string, string | undefined>; flags: ReadonlySet<string> };

/** The arguments and options of each command, and how they become a command. */
const COMMANDS: Readonly<
  Record<
    string,
    {
      words: number | [least: number, most: number];
      options?: string[];
      flags?: string[];
      read: (given: Arguments, now: Date) => Command;
    }
  >
> = {
  'organization create': {
    words: 1,
    read: ({ words }) => ({ do: 'create-organization', name: nameOf(words[0]!) }),
  },
  'organization list': { words: 0, read: () => ({ do: 'list-organizations' }) },
  'organization limit': {
    words: 2,
    read: ({ words }) => ({
      do: 'limit-organization',
      orgId: uuid(words[0]!),
      requestsPerMinute: limit(words[1]!, 'A limit', MAX_REQUESTS_PER_MINUTE),
    }),
  },
  'organization templates': {
    words: 1,
    options: ['count', 'bytes'],
    read: ({ words, options }) => ({
      do: 'limit-templates',
      orgId: uuid(words[0]!),
      ...(options['count'] === undefined ? {} : { maxTemplates: limit(options['count'], '--count', MAX_TEMPLATES) }),
      ...(options['bytes'] === undefined ? {} : { maxBytes: limit(options['bytes'], '--bytes', MAX_TEMPLATE_BYTES) }),
    }),
  },
  'organization media': {
    words: 1,
    options: ['count', 'bytes'],
    read: ({ words, options }) => ({
      do: 'limit-media',
      orgId: uuid(words[0]!),
      ...(options['count'] === undefined ? {} : { maxFiles: limit(options['count'], '--count', MAX_FILES) }),
      ...(options['bytes'] === undefined ? {} : { maxBytes: limit(options['bytes'], '--bytes', MAX_MEDIA_BYTES) }),
    }),
  },
  'key create': {
    words: 1,
    options: ['kind', 'name', 'expires'],
    read: ({ words, options }, now) => ({
      do: 'create-key',
      orgId: uuid(words[0]!),
      kind: keyKind(options['kind'] ?? 'read_write'),
      ...(options['name'] === undefined ? {} : { name: nameOf(options['name']) }),
      ...(options['expires'] === undefined ? {} : { expiresAt: laterTime(options['expires'], now) }),
    }),
  },
  'key list': { words: 1, read: ({ words }) => ({ do: 'list-keys', orgId: uuid(words[0]!) }) },
  'key revoke': { words: 1, read: ({ words }) => ({ do: 'revoke-key', keyId: uuid(words[0]!) }) },
  'credits grant': {
    words: 2,
    options: ['transfer-id', 'reason'],
    read: ({ words, options }) => ({
      do: 'grant-credits',
      orgId: uuid(words[0]!),
      amount: wholeNumber(words[1]!, 'An amount', MAX_GRANT),
      ...(options['transfer-id'] === undefined ? {} : { transferId: uuid(options['transfer-id']) }),
      ...(options['reason'] === undefined
        ? {}
        : { reason: text(options['reason'], '--reason', MAX_GRANT_REASON_CHARACTERS) }),
    }),
  },
  'credits show': { words: 1, read: ({ words }) => ({ do: 'show-credits', orgId: uuid(words[0]!) }) },
  'console-link': {
    words: [0, 1],
    options: ['email'],
    flags: ['operator'],
    read: ({ words, options: { email }, flags }) => ({
      do: 'console-link',
      ...(words[0] === undefined ? {} : { orgId: uuid(words[0]) }),
      ...(email === undefined ? {} : { email: emailAddress(email) }),
      operator: flags.has('operator'),
    }),
  },
  'password-reset': {
    words: 1,
    read: ({ words: [who] }) => ({ do: 'password-reset', who: userOf(who!) }),
  },
  'user create': {
    words: 1,
    options: ['organization', 'role', 'name'],
    flags: ['operator'],
    read: ({ words, options, flags }) => ({
      do: 'create-user',
      email: emailAddress(words[0]!),
      orgId: uuid(options['organization'] ?? ''),
      role: memberRole(options['role'] ?? 'viewer'),
      ...(options['name'] === undefined ? {} : { name: nameOf(options['name']) }),
      operator: flags.has('operator'),
    }),
  },
  'user change': {
    words: 1,
    options: ['email', 'operator', 'disabled'],
    read: ({ words, options: { email, operator, disabled } }) => ({
      do: 'change-user',
      userId: uuid(words[0]!),
      ...(email === undefined ? {} : { email: emailAddress(email) }),
      ...(operator === undefined ? {} : { operator: yesOrNo(operator, '--operator') }),
      ...(disabled === undefined ? {} : { disabled: yesOrNo(disabled, '--disabled') }),
    }),
  },
  'user list': { words: 0, read: () => ({ do: 'list-users' }) },
  'second-factor remove': {
    words: 1,
    read: ({ words: [who] }) => ({ do: 'remove-second-factor', who: userOf(who!) }),
  },
  'maintenance on': {
    words: 0,
    options: ['retry-after', 'message'],
    flags: ['new-videos'],
    read: ({ options: { message, 'retry-after': retryAfter = `${DEFAULT_RETRY_AFTER_S}` }, flags }) => ({
      do: 'maintenance-on',
      scope: flags.has('new-videos') ? 'new_videos' : 'api',
      retryAfterS: wholeNumber(retryAfter, '--retry-after', MAX_RETRY_AFTER_S),
      ...(message === undefined ? {} : { message: text(message, '--message', MAX_MAINTENANCE_MESSAGE_CHARACTERS) }),
    }),
  },
  'maintenance off': { words: 0, read: () => ({ do: 'maintenance-off' }) },
  'maintenance status': { words: 0, read: () => ({ do: 'maintenance-status' }) },
};

/** The commands in the order of the usage. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** @throws UsageError with the reason */
export function parseCommand(argv: readonly string[], now: Date): Command {
  const names = [argv.slice(0, 2).join(' '), argv[0] ?? ''];
  const name = names.find((each) => Object.hasOwn(COMMANDS, each));
  if (name === undefined)
    throw new UsageError(names[0] === '' ? 'Say what to do.' : `There is no command "${names[0]}".`);
  const command = COMMANDS[name]!;
  const given = readArguments(argv.slice(name.split(' ').length), command);
  const [least, most] = typeof command.words === 'number' ? [command.words, command.words] : command.words;
  if (given.words.length < least || given.words.length > most) {
    const wanted = least === most ? `${most}` : `${least} or ${most}`;
    throw new UsageError(`"${name}" takes ${wanted} argument(s), not ${given.words.length}.`);
  }
  return command.read(given, now);
}

function readArguments(
  args: readonly string[],
  { options: names = [], flags = [] }: { options?: string[]; flags?: string[] },
): Arguments {
  const options: Record<string, { type: 'string' | 'boolean' }> = {};
  for (const name of names) options[name] = { type: 'string' };
  for (const name of flags) options[name] = { type: 'boolean' };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const given = flags.filter((flag) => values[flag] === true);
    return { words: positionals, options: Object.fromEntries(texts), flags: new Set(given) };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function nameOf(word: string): string {
  const name = word.trim();
  if (name.length < 1 || name.length > 200) throw new UsageError('A name has 1 to 200 characters.');
  return name;
}

function text(word: string, what: string, most: number): string {
  if (word.length < 1 || word.length > most) throw new UsageError(`${what} has 1 to ${most} characters.`);
  return word;
}

function yesOrNo(word: string, what: string): boolean {
  if (word !== 'yes' && word !== 'no') throw new UsageError(`${what} is yes or no.`);
  return word === 'yes';
}

function uuid(word: string): string {
  if (!UUID.test(word)) throw new UsageError(`"${word}" is not an id (UUID).`);
  return word.toLowerCase();
}

/** The id of a user, or an address. */
function userOf(word: string): string {
  return UUID.test(word) ? uuid(word) : emailAddress(word);
}

function keyKind(word: string): KeyKind {
  const kind = KEY_KINDS.find((known) => known === word);
  if (!kind) throw new UsageError(`--kind is one of: ${KEY_KINDS.join(', ')}.`);
  return kind;
}

function memberRole(word: string): Role {
  const role = ROLES.find((known) => known === word);
  if (!role) throw new UsageError(`--role is one of: ${ROLES.join(', ')}.`);
  return role;
}

function emailAddress(word: string): string {
  if (!/^[!-?A-~]{1,127}@[!-?A-~]{1,126}$/.test(word)) throw new UsageError(`"${word}" is not an e-mail address.`);
  return word.toLowerCase();
}

function laterTime(word: string, now: Date): Date {
  const time = readTime(/^\d{4}-\d\d-\d\d$/.test(word) ? `${word}T00:00:00Z` : word);
  if (!(time > now)) throw new UsageError(`--expires takes a later time such as 2030-01-31T12:00:00Z, not "${word}".`);
  return time;
}

function wholeNumber(word: string, what: string, most: number): number {
  const number = /^\d{1,13}$/.test(word) ? Number(word) : 0;
  if (number < 1 || number > most) throw new UsageError(`${what} is a whole number from 1 to ${most}.`);
  return number;
}

/** A limit; null stands for the configured default. */
function limit(word: string, what: string, most: number): number | null {
  return word === 'default' ? null : wholeNumber(word, what, most);
}
