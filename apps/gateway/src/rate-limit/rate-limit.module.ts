import { Module } from '@nestjs/common';
import { BadKeys } from './bad-keys.js';
import { RateLimit } from './rate-limit.middleware.js';
import { SharedLookups } from './shared-lookups.js';

@Module({
  providers: [BadKeys, SharedLookups, RateLimit],
  exports: [BadKeys, SharedLookups],
})
export class RateLimitModule {}
