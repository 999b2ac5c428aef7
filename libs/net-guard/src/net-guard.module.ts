import { Module } from '@nestjs/common';
import { loadConfig } from '#libs/runtime';
import { createGuard, Guard } from './guard.js';
import { NetGuardConfig } from './net-guard.config.js';
import { countRefusal } from './net-guard.metrics.js';

/** Gives a service its {@link Guard}, configured by ALLOW_PRIVATE_ADDRESSES and ALLOW_HTTP_TARGETS. */
@Module({
  providers: [
    {
      provide: Guard,
      useFactory: () => {
        const { allowPrivateAddresses, allowHttpTargets } = loadConfig(NetGuardConfig);
        return createGuard({ allow: allowPrivateAddresses, allowHttp: allowHttpTargets, onRefusal: countRefusal });
      },
    },
  ],
  exports: [Guard],
})
export class NetGuardModule {}
