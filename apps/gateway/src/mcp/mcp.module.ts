import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { HttpModule } from '../http/http.module.js';
import { McpController } from './mcp.controller.js';
import { OwnApi } from './own-api.js';

@Module({
  imports: [HttpModule, AuthModule],
  controllers: [McpController],
  providers: [OwnApi],
})
export class McpModule {}
