import { HttpCode, Param, Put, Req } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { AppError, TemplatePresence, TEMPLATES_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { callerOf, orgIdOf } from '../auth/authenticated-caller.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { TemplatePath } from './template-requests.js';

/** The endpoint by which users who edit one template see each other (docs/api/templates.md). */
@ApiController('templates/:id', 'Templates')
export class PresenceController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly em: EntityManager,
  ) {}

  @Put('presence')
  @HttpCode(200)
  @Operation({
    id: 'reportTemplatePresence',
    summary: 'Report that a template is open',
    description:
      'Shows the user to others who have the template open, for 30 s, and returns those others. The revision says whether the draft has changed.',
    responses: [{ status: 200, description: 'The others, and the revision of the draft.', body: TemplatePresence }],
    access: 'member',
  })
  async report(@Param() { id }: TemplatePath, @Req() request: Request): Promise<TemplatePresence> {
    const { credential } = callerOf(request);
    if (credential.kind !== 'session') throw new AppError('INSUFFICIENT_PERMISSIONS');
    const [user] = await this.em
      .fork()
      .execute<{ name: string }[]>('SELECT name FROM users WHERE id = ?', [credential.userId]);
    const who = { user_id: credential.userId, user_name: user?.name ?? '' };
    return this.rpc.call(TEMPLATES_RPC.presence, { org_id: orgIdOf(request), id, ...who });
  }
}
