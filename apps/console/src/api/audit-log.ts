import type { components } from '#libs/client';
import { daysSearch, type DaysSearch, timesOf } from './days-search.ts';
import { listSearch } from './list-search.ts';

type AuditEntry = components['schemas']['AuditEntry'];
/** An entry as owners see it, or, with its organization, as operators do. */
export type ShownEntry = AuditEntry & Partial<Pick<components['schemas']['OperatorAuditEntry'], 'organization'>>;

/** Filters of the audit log, as the address of a page contains them. */
export interface AuditSearch extends ReturnType<typeof listSearch>, DaysSearch {
  /** Id of a user or a key. */
  actor?: string;
  action?: string;
}

/** The filters in the address of a page; anything else in it is left out. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const { actor, action } = search;
  return {
    ...listSearch(search),
    ...(typeof actor === 'string' && { actor }),
    ...(typeof action === 'string' && { action }),
    ...daysSearch(search),
  };
}

export interface AllAuditSearch extends AuditSearch {
  /** Id of an organization. */
  organization?: string;
}

export function allAuditSearch(search: Record<string, unknown>): AllAuditSearch {
  const { organization } = search;
  return { ...auditSearch(search), ...(typeof organization === 'string' && { organization }) };
}

/** The filters as the API takes them. */
export function auditQuery({ actor, action, ...days }: AuditSearch) {
  return {
    ...(actor !== undefined && { actor_id: actor }),
    ...(action !== undefined && { action }),
    ...timesOf(days),
  };
}

/** The commands of the operator in the words of the operations. */
const COMMANDS: Readonly<Record<string, string>> = {
  'console-link': 'Create console link',
  'credits grant': 'Grant credits',
  'key create': 'Create key',
  'key revoke': 'Revoke key',
  'maintenance off': 'Set maintenance',
  'maintenance on': 'Set maintenance',
  'organization create': 'Create organization',
  'organization limit': 'Limit organization',
  'organization media': 'Limit media',
  'organization templates': 'Limit templates',
  'password-reset': 'Create password link',
  'second-factor remove': 'Remove second factor',
  'user change': 'Change user',
  'user create': 'Create user',
};

/** An operation or a command in words, the verb first: `createInvitation` and `key create` as `Create invitation` and `Create key`. */
export function actionInWords(action: string): string {
  if (Object.hasOwn(COMMANDS, action)) return COMMANDS[action]!;
  const words = action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words for an actor that has no name in the log, by its type. */
const UNNAMED: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  user: 'A user',
  key: 'A key',
  operator: 'An operator of the installation',
  command: "An operator's command",
  reviewer: 'A reviewer',
};

export function actorInWords({ type, name }: AuditEntry['actor']): string {
  if (name === null) return UNNAMED[type];
  return type === 'key' ? `Key ${name}` : type === 'reviewer' ? `${name} (by a review link)` : name;
}
