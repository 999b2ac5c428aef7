import type { ServiceDatabase } from '#libs/database';
import { MediaFile, MediaUsage } from './assets/media-file.entity.js';
import { ApiKey } from './auth/api-key.entity.js';
import { Organization } from './auth/organization.entity.js';
import { CreateSchema } from './migrations/2026-11-26-schema.js';
import { AddAuditTargetNames } from './migrations/2026-11-27-audit-target-names.js';
import { AddKeySpending } from './migrations/2026-11-27-key-spending.js';
import { AddSecondFactors } from './migrations/2026-11-27-second-factors.js';
import { AddSessionOrigins } from './migrations/2026-11-27-session-origins.js';
import { AddPasskeys } from './migrations/2026-11-28-passkeys.js';
import { CreateRequests } from './migrations/2026-11-29-requests.js';
import { AddAuditChanges } from './migrations/2026-11-30-audit-changes.js';
import { CreateReviews } from './migrations/2026-12-01-reviews.js';

/** The schema `gateway`. */
export const GATEWAY_DATABASE: ServiceDatabase = {
  name: 'gateway',
  entities: [Organization, ApiKey, MediaFile, MediaUsage],
  migrations: [
    // Named as the last migration that it replaces: a database that has that one has this schema.
    { name: '2026-11-26-disabled-users', class: CreateSchema },
    { name: '2026-11-27-key-spending', class: AddKeySpending },
    { name: '2026-11-27-session-origins', class: AddSessionOrigins },
    { name: '2026-11-27-second-factors', class: AddSecondFactors },
    { name: '2026-11-27-audit-target-names', class: AddAuditTargetNames },
    { name: '2026-11-28-passkeys', class: AddPasskeys },
    { name: '2026-11-29-requests', class: CreateRequests },
    { name: '2026-11-30-audit-changes', class: AddAuditChanges },
    { name: '2026-12-01-reviews', class: CreateReviews },
  ],
};
