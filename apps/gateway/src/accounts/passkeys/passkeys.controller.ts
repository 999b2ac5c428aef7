import { Body, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { type Page, PageRequest } from '#libs/contracts';
import { LimitBody, SMALL_BODY_BYTES } from '../../http/request-shapes.js';
import { ApiController } from '../../openapi/api-controller.js';
import { Operation } from '../../openapi/operation.js';
import { OwnPasskeys } from './own-passkeys.service.js';
import {
  AddedPasskey,
  BeginPasskeyBody,
  MAX_PASSKEY_BYTES,
  PasskeyCreation,
  Passkey,
  PasskeyAttestation,
  PasskeyPath,
  RemovePasskeyBody,
  UpdatePasskeyBody,
} from './passkey-requests.js';

/** The endpoints with which a signed-in user has passkeys (docs/api/accounts.md). */
@ApiController('session/passkeys', 'Session', 'session')
export class PasskeysController {
  constructor(private readonly passkeys: OwnPasskeys) {}

  @Get()
  @Operation({
    id: 'listPasskeys',
    summary: 'List the passkeys',
    description: 'The passkeys of the user, the oldest first. A user has at most 20.',
    responses: [{ status: 200, description: 'A page of passkeys.', listOf: Passkey }],
  })
  list(@Query() page: PageRequest, @Req() request: Request): Promise<Page<Passkey>> {
    return this.passkeys.list(request, page);
  }

  @Post()
  @LimitBody(MAX_PASSKEY_BYTES)
  @Operation({
    id: 'beginPasskey',
    summary: 'Begin a passkey',
    description: 'Makes the question for the browser. The session answers it once, within 5 minutes.',
    budget: 'passwords',
    responses: [{ status: 201, description: 'The question.', body: PasskeyCreation }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  begin(@Body() body: BeginPasskeyBody, @Req() request: Request): Promise<PasskeyCreation> {
    return this.passkeys.begin(request, body);
  }

  @Post('confirm')
  @LimitBody(MAX_PASSKEY_BYTES)
  @Operation({
    id: 'confirmPasskey',
    summary: 'Add the passkey',
    description: 'Adds the passkey that the browser has made. Recovery codes appear only here, with the first one.',
    responses: [{ status: 201, description: 'The passkey.', body: AddedPasskey }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  confirm(@Body() body: PasskeyAttestation, @Req() request: Request): Promise<AddedPasskey> {
    return this.passkeys.confirm(request, body);
  }

  @Patch(':id')
  @LimitBody(SMALL_BODY_BYTES)
  @Operation({
    id: 'updatePasskey',
    summary: 'Rename a passkey',
    description: 'Changes the name by which the user knows it.',
    responses: [{ status: 200, description: 'The passkey.', body: Passkey }],
  })
  rename(@Param() { id }: PasskeyPath, @Body() { name }: UpdatePasskeyBody, @Req() request: Request): Promise<Passkey> {
    return this.passkeys.rename(request, id, name);
  }

  @Post(':id/remove')
  @HttpCode(204)
  @LimitBody(MAX_PASSKEY_BYTES)
  @Operation({
    id: 'removePasskey',
    summary: 'Remove a passkey',
    description: 'It signs in no more. With the last factor the recovery codes go too.',
    budget: 'passwords',
    responses: [{ status: 204, description: 'Removed.' }],
  })
  remove(@Param() { id }: PasskeyPath, @Body() body: RemovePasskeyBody, @Req() request: Request): Promise<void> {
    return this.passkeys.remove(request, id, body);
  }
}
