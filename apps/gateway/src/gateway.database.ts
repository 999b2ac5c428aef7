import type { ServiceDatabase } from '#libs/database';
import { MediaFile, MediaUsage } from './media/media-file.entity.js';
import { ApiKey } from './auth/api-key.entity.js';
import { Organization } from './auth/organization.entity.js';
import { CreateAuditLog } from './migrations/2026-11-23-audit-log.js';
import { CreateAccounts } from './migrations/2026-11-23-accounts.js';
import { CreateMaintenance } from './migrations/2026-11-21-maintenance.js';
import { CreateMedia } from './migrations/2026-11-23-media.js';
import { LimitMaintenanceToNewVideos } from './migrations/2026-11-23-maintenance-of-new-videos.js';
import { CreateOrganizations } from './migrations/2026-11-21-organizations.js';
import { CreateSingleSignOnAttempts } from './migrations/2026-11-23-single-sign-on.js';
import { NameKeys } from './migrations/2026-11-23-names-of-keys.js';
import { CreatePreviewTokens } from './migrations/2026-11-23-preview-tokens.js';
import { CreateKnownDevices } from './migrations/2026-11-26-known-devices.js';
import { DisableUsers } from './migrations/2026-11-26-disabled-users.js';
import { ProveAddresses } from './migrations/2026-11-26-proven-addresses.js';
import { VacuumRateWindows } from './migrations/2026-11-22-vacuum-rate-windows.js';

/** The schema `gateway`. */
export const GATEWAY_DATABASE: ServiceDatabase = {
  name: 'gateway',
  entities: [Organization, ApiKey, MediaFile, MediaUsage],
  migrations: [
    { name: '2026-11-21-organizations', class: CreateOrganizations },
    { name: '2026-11-21-maintenance', class: CreateMaintenance },
    { name: '2026-11-22-vacuum-rate-windows', class: VacuumRateWindows },
    { name: '2026-11-23-accounts', class: CreateAccounts },
    { name: '2026-11-23-media', class: CreateMedia },
    { name: '2026-11-23-maintenance-of-new-videos', class: LimitMaintenanceToNewVideos },
    { name: '2026-11-23-single-sign-on', class: CreateSingleSignOnAttempts },
    { name: '2026-11-23-names-of-keys', class: NameKeys },
    { name: '2026-11-23-audit-log', class: CreateAuditLog },
    { name: '2026-11-23-preview-tokens', class: CreatePreviewTokens },
    { name: '2026-11-26-proven-addresses', class: ProveAddresses },
    { name: '2026-11-26-known-devices', class: CreateKnownDevices },
    { name: '2026-11-26-disabled-users', class: DisableUsers },
  ],
};
