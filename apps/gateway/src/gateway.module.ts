import { Global, Module } from '@nestjs/common';
import { DatabaseModule } from '#libs/database';
import { MessagingModule } from '#libs/messaging';
import { Health, loadConfig } from '#libs/runtime';
import { AccountsModule } from './accounts/accounts.module.js';
import { AssetsModule } from './assets/assets.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BatchesModule } from './batches/batches.module.js';
import { ConsoleModule } from './console/console.module.js';
import { CreditsModule } from './credits/credits.module.js';
import { FilesModule } from './files/files.module.js';
import { FontsModule } from './fonts/fonts.module.js';
import { HttpModule } from './http/http.module.js';
import { KeysModule } from './keys/keys.module.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { ManualModule } from './manual/manual.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { OrganizationModule } from './organization/organization.module.js';
import { PreviewTokensModule } from './preview-tokens/preview-tokens.module.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { ReuseModule } from './reuse/reuse.module.js';
import { ReviewsModule } from './reviews/reviews.module.js';
import { TemplateArchivesModule } from './template-archives/template-archives.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { UsageModule } from './usage/usage.module.js';
import { VideosModule } from './videos/videos.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { GatewayConfig } from './gateway.config.js';
import { GATEWAY_DATABASE } from './gateway.database.js';

@Global()
@Module({
  providers: [{ provide: GatewayConfig, useFactory: () => loadConfig(GatewayConfig) }],
  exports: [GatewayConfig],
})
class ConfigModule {}

@Module({
  imports: [
    ConfigModule,
    DatabaseModule.forService(GATEWAY_DATABASE),
    MessagingModule.forService('gateway'),
    HttpModule,
    MaintenanceModule,
    AuthModule,
    McpModule,
    RateLimitModule,
    VideosModule,
    ReviewsModule,
    BatchesModule,
    TemplatesModule,
    TemplateArchivesModule,
    ReuseModule,
    PreviewTokensModule,
    AssetsModule,
    WebhooksModule,
    CreditsModule,
    AccountsModule,
    UsageModule,
    KeysModule,
    OrganizationModule,
    OperatorModule,
    AuditLogModule,
    RequestsModule,
    FontsModule,
    FilesModule,
    ManualModule,
    ConsoleModule,
    OpenApiModule,
  ],
})
export class GatewayModule {
  /** All gateways share the database and NATS. Without them a gateway still responds, with errors of the API. */
  constructor(health: Health) {
    health.servesWithout('database', 'nats');
  }
}
