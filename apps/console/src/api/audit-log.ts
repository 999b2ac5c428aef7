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

/** `createInvitation` as `Create invitation`. */
export function actionInWords(action: string): string {
  const words = action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words for an actor that has no name in the log, by its type. */
const UNNAMED: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  user: 'A user',
  key: 'A key',
  operator: 'An operator of the installation',
  command: "An operator's command",
};

export function actorInWords({ type, name }: AuditEntry['actor']): string {
  return name === null ? UNNAMED[type] : type === 'key' ? `Key ${name}` : name;
}
