import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { RepeatedWork } from '#libs/runtime';
import { RowsReader } from './body/rows-reader.js';
import { ErrorFilter } from './error.filter.js';
import { HealthController } from './health.controller.js';
import { HttpDrain } from './http-drain.js';
import { RequestLog } from './request-log/request-log.js';
import { RequestScope } from './request-scope.middleware.js';

/** The HTTP server apart from its routes: reading of bodies, errors, health, and a shutdown that drops no request. */
@Module({
  controllers: [HealthController],
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    HttpDrain,
    RepeatedWork,
    RequestLog,
    RequestScope,
    RowsReader,
  ],
  exports: [RowsReader],
})
export class HttpModule {}
