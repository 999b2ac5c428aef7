import { ArrayMaxSize, IsUUID } from 'class-validator';
import { MAX_PAGE_ENTRIES } from './lists.js';
import { live } from './message.js';

/**
 * Message after a key, a session or a member was removed, or a limit was changed. Gateways discard their caches of the
 * organization and end the event streams of credentials that are no longer valid.
 */
export class OrganizationChanged {
  @IsUUID()
  org_id: string;
}

export const ORGANIZATION_CHANGED = live('gateway.organization-changed', OrganizationChanged);

/** Organizations of one page of a list. */
export class OfOrganizations {
  @IsUUID(undefined, { each: true })
  @ArrayMaxSize(MAX_PAGE_ENTRIES)
  org_ids: string[];
}
