import { IsUUID } from 'class-validator';
import { live } from './message.js';

/** Keys were revoked or a limit was changed: gateways discard what they have cached of the organization. */
export class OrganizationChanged {
  @IsUUID()
  org_id: string;
}

export const ORGANIZATION_CHANGED = live('gateway.organization-changed', OrganizationChanged);
