import { Body, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { LimitBody } from '../../http/request-shapes.js';
import { ApiController } from '../../openapi/api-controller.js';
import { Operation } from '../../openapi/operation.js';
import { MAX_ACCOUNT_BYTES } from '../users/account-requests.js';
import { OwnSecondFactor } from './own-second-factor.service.js';
import {
  BeginSecondFactorBody,
  ConfirmSecondFactorBody,
  NewSecondFactor,
  ProveSecondFactorBody,
  RecoveryCodes,
  SecondFactorState,
} from './second-factor-requests.js';

/** The endpoints with which a signed-in user has a second factor (docs/api/accounts.md). */
@ApiController('session/second-factor', 'Session', 'session')
export class SecondFactorController {
  constructor(private readonly factor: OwnSecondFactor) {}

  @Get()
  @Operation({
    id: 'getSecondFactor',
    summary: 'Get the second factor',
    description: 'Whether signing in with the password asks for a code, and how many recovery codes are left.',
    responses: [{ status: 200, description: 'The state.', body: SecondFactorState }],
  })
  get(@Req() request: Request): Promise<SecondFactorState> {
    return this.factor.state(request);
  }

  @Post()
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'beginSecondFactor',
    summary: 'Begin a second factor',
    description:
      'Makes the key for an authenticator. Nothing is asked for it until it is confirmed, within 15 minutes.',
    budget: 'passwords',
    responses: [{ status: 201, description: 'The key, which no other response has.', body: NewSecondFactor }],
  })
  begin(@Body() { current_password }: BeginSecondFactorBody, @Req() request: Request): Promise<NewSecondFactor> {
    return this.factor.begin(request, current_password);
  }

  @Post('confirm')
  @HttpCode(200)
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'confirmSecondFactor',
    summary: 'Confirm the second factor',
    description: 'Switches it on, by a code that the authenticator shows. The recovery codes appear only here.',
    responses: [{ status: 200, description: 'The recovery codes.', body: RecoveryCodes }],
  })
  confirm(@Body() { code }: ConfirmSecondFactorBody, @Req() request: Request): Promise<RecoveryCodes> {
    return this.factor.confirm(request, code);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'renewRecoveryCodes',
    summary: 'Renew the recovery codes',
    description: 'Makes ten new recovery codes. The former ones work no more.',
    budget: 'passwords',
    responses: [{ status: 200, description: 'The recovery codes.', body: RecoveryCodes }],
  })
  renew(@Body() body: ProveSecondFactorBody, @Req() request: Request): Promise<RecoveryCodes> {
    return this.factor.renewRecoveryCodes(request, body);
  }

  @Post('remove')
  @HttpCode(204)
  @LimitBody(MAX_ACCOUNT_BYTES)
  @Operation({
    id: 'removeSecondFactor',
    summary: 'Remove the second factor',
    description: 'From then on the password is enough to sign in.',
    budget: 'passwords',
    responses: [{ status: 204, description: 'Removed.' }],
  })
  remove(@Body() body: ProveSecondFactorBody, @Req() request: Request): Promise<void> {
    return this.factor.remove(request, body);
  }
}
