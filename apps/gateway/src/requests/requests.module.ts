import { Module } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { HttpModule } from '../http/http.module.js';
import { RequestRetention } from './request-retention.js';
import { RequestsController } from './requests.controller.js';
import { Requests } from './requests.service.js';

@Module({
  imports: [HttpModule],
  controllers: [RequestsController],
  providers: [RepeatedWork, RequestRetention, Requests],
})
export class RequestsModule {}
