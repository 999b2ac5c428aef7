import { Module } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { AdmissionStore } from './admission-store.js';
import { Admissions } from './admissions.service.js';
import { Authentication } from './authentication.middleware.js';
import { CredentialEnds } from './credential-ends.js';
import { KeyUse } from './key-use.js';
import { OrganizationUpdatesController } from './organization-updates.controller.js';
import { PreviewTokenAdmissions } from './preview-token-admissions.js';
import { PreviewTokenStore } from './preview-token-store.js';
import { SessionAdmissions } from './session-admissions.js';
import { SessionStore } from './session-store.js';

@Module({
  imports: [RateLimitModule],
  controllers: [OrganizationUpdatesController],
  providers: [
    RepeatedWork,
    AdmissionStore,
    Admissions,
    Authentication,
    CredentialEnds,
    KeyUse,
    PreviewTokenAdmissions,
    PreviewTokenStore,
    SessionAdmissions,
    SessionStore,
  ],
  exports: [CredentialEnds, PreviewTokenStore],
})
export class AuthModule {}
