import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { DatabaseModule } from '#libs/database';
import { MessagingModule } from '#libs/messaging';
import { Health, loadConfig } from '#libs/runtime';
import { StorageModule } from '#libs/storage';
import { AccountRetention } from './accounts/account-retention.js';
import { InvitationsController } from './accounts/invitations/invitations.controller.js';
import { Invitations } from './accounts/invitations/invitations.service.js';
import { MembersController } from './accounts/members.controller.js';
import { Members } from './accounts/members.service.js';
import { OwnInvitationsController } from './accounts/invitations/own-invitations.controller.js';
import { OwnInvitations } from './accounts/invitations/own-invitations.service.js';
import { OwnAccount } from './accounts/sign-in/own-account.service.js';
import { Passwords } from './accounts/sign-in/passwords.js';
import { SessionController } from './accounts/session.controller.js';
import { SignInLimits } from './accounts/sign-in/sign-in-limits.js';
import { OpenIdProvider } from './accounts/single-sign-on/open-id-provider.js';
import { SingleSignOnConfig } from './accounts/single-sign-on/single-sign-on.config.js';
import { SingleSignOnController } from './accounts/single-sign-on/single-sign-on.controller.js';
import { SingleSignOn } from './accounts/single-sign-on/single-sign-on.service.js';
import { SignIn } from './accounts/sign-in/sign-in.service.js';
import { AuditLogController } from './audit-log/audit-log.controller.js';
import { AuditLog } from './audit-log/audit-log.service.js';
import { AuditRetention } from './audit-log/audit-retention.js';
import { OperatorAuditLogController } from './audit-log/operator-audit-log.controller.js';
import { FilesController } from './files/files.controller.js';
import { FileExpiries } from './files/file-expiry.js';
import { AdmissionStore } from './auth/admission-store.js';
import { Admissions } from './auth/admissions.service.js';
import { Authentication } from './auth/authentication.middleware.js';
import { CredentialEnds } from './auth/credential-ends.js';
import { KeyUse } from './auth/key-use.js';
import { OrganizationUpdatesController } from './auth/organization-updates.controller.js';
import { SessionAdmissions } from './auth/session-admissions.js';
import { SessionStore } from './auth/session-store.js';
import { BatchesController } from './batches/batches.controller.js';
import { ConsoleFiles } from './console/console-files.js';
import { ConsoleController } from './console/console.controller.js';
import { CreditsController } from './credits/credits.controller.js';
import { FontFiles } from './fonts/font-files.js';
import { FontFilesController } from './fonts/font-files.controller.js';
import { FontsController } from './fonts/fonts.controller.js';
import { GatewayConfig } from './gateway.config.js';
import { GATEWAY_DATABASE } from './gateway.database.js';
import { ErrorFilter } from './http/error.filter.js';
import { HealthController } from './http/health.controller.js';
import { HttpDrain } from './http/http-drain.js';
import { RequestScope } from './http/request-scope.middleware.js';
import { RowsReader } from './http/body/rows-reader.js';
import { KeysController } from './keys/keys.controller.js';
import { Keys } from './keys/keys.service.js';
import { MaintenanceGate } from './maintenance/maintenance.middleware.js';
import { Maintenance } from './maintenance/maintenance.js';
import { BadKeys } from './rate-limit/bad-keys.js';
import { SharedLookups } from './rate-limit/shared-lookups.js';
import { AllOrganizations } from './operator/all-organizations.service.js';
import { OrganizationController } from './organization/organization.controller.js';
import { OwnOrganizations } from './organization/own-organizations.service.js';
import { OperationsController } from './operator/operations.controller.js';
import { OrganizationsController } from './operator/organizations.controller.js';
import { UsersController } from './operator/users.controller.js';
import { AssetsController } from './assets/assets.controller.js';
import { AbandonedUploads } from './assets/abandoned-uploads.js';
import { Assets } from './assets/assets.service.js';
import { ApiDocuments } from './openapi/api-documents.js';
import { DocumentsController } from './openapi/documents.controller.js';
import { RateLimit } from './rate-limit/rate-limit.middleware.js';
import { PreviewTokenAdmissions } from './auth/preview-token-admissions.js';
import { PreviewTokenStore } from './auth/preview-token-store.js';
import { PreviewTokensController } from './preview-tokens/preview-tokens.controller.js';
import { ShownTemplates } from './preview-tokens/shown-templates.js';
import { ImportSweeper } from './template-archives/import-sweeper.js';
import { TemplateArchivesController } from './template-archives/template-archives.controller.js';
import { TemplateArchives } from './template-archives/template-archives.service.js';
import { DraftsController } from './templates/drafts.controller.js';
import { StillsController } from './templates/stills.controller.js';
import { PresenceController } from './templates/presence.controller.js';
import { TemplatesController } from './templates/templates.controller.js';
import { UsageController } from './usage/usage.controller.js';
import { VideoStreamController } from './videos/video-stream.controller.js';
import { VideoUpdatesController } from './videos/video-updates.controller.js';
import { StreamCredentials } from './videos/stream-credentials.js';
import { VideoStreams } from './videos/video-streams.js';
import { WatchedVideos } from './videos/watched-videos.js';
import { VideosController } from './videos/videos.controller.js';
import { DeliveriesController } from './webhooks/deliveries.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

@Module({
  imports: [DatabaseModule.forService(GATEWAY_DATABASE), MessagingModule.forService('gateway'), StorageModule],
  controllers: [
    VideosController,
    BatchesController,
    VideoStreamController,
    VideoUpdatesController,
    TemplatesController,
    TemplateArchivesController,
    DraftsController,
    StillsController,
    PresenceController,
    PreviewTokensController,
    AssetsController,
    WebhooksController,
    DeliveriesController,
    CreditsController,
    SessionController,
    OwnInvitationsController,
    SingleSignOnController,
    UsageController,
    MembersController,
    InvitationsController,
    KeysController,
    OrganizationController,
    OrganizationsController,
    UsersController,
    OperationsController,
    AuditLogController,
    OperatorAuditLogController,
    FontsController,
    FontFilesController,
    FilesController,
    ConsoleController,
    DocumentsController,
    HealthController,
    OrganizationUpdatesController,
  ],
  providers: [
    { provide: GatewayConfig, useFactory: () => loadConfig(GatewayConfig) },
    { provide: SingleSignOnConfig, useFactory: () => loadConfig(SingleSignOnConfig) },
    { provide: APP_FILTER, useClass: ErrorFilter },
    AdmissionStore,
    Admissions,
    CredentialEnds,
    KeyUse,
    SessionStore,
    SessionAdmissions,
    PreviewTokenStore,
    PreviewTokenAdmissions,
    AccountRetention,
    Invitations,
    Keys,
    OwnOrganizations,
    Members,
    OwnAccount,
    OwnInvitations,
    Passwords,
    OpenIdProvider,
    SingleSignOn,
    SignIn,
    AllOrganizations,
    AuditLog,
    AuditRetention,
    SignInLimits,
    ApiDocuments,
    BadKeys,
    ConsoleFiles,
    FileExpiries,
    FontFiles,
    Assets,
    AbandonedUploads,
    TemplateArchives,
    ImportSweeper,
    SharedLookups,
    ShownTemplates,
    VideoStreams,
    StreamCredentials,
    WatchedVideos,
    HttpDrain,
    Maintenance,
    RequestScope,
    RowsReader,
    MaintenanceGate,
    Authentication,
    RateLimit,
  ],
})
export class GatewayModule {
  /** All gateways share the database and NATS. Without them a gateway still responds, with errors of the API. */
  constructor(health: Health) {
    health.servesWithout('database', 'nats');
  }
}
