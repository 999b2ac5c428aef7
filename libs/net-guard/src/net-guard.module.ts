import { Module } from '@nestjs/common';
import { loadConfig } from '#libs/runtime';
import { createGuard, Guard } from './guard.js';
import { NetGuardConfig } from './net-guard.config.js';
import { countRefusal } from './net-guard.metrics.js';

/** Provides a service's {@link Guard}, configured by {@link NetGuardConfig}. */
@Module({
  providers: [
    {
      provide: Guard,
      useFactory: () => {
        const { allowPrivateAddresses: allow, allowHttpTargets: allowHttp, dnsServers } = loadConfig(NetGuardConfig);
        return createGuard({ allow, allowHttp, dnsServers, onRefusal: countRefusal });
      },
    },
  ],
  exports: [Guard],
})
export class NetGuardModule {}
