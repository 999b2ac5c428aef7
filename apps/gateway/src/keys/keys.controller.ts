import { Body, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { AppError, type Page, PageRequest } from '#libs/contracts';
import { callerOf, OrgId } from '../auth/authenticated-caller.js';
import { LimitBody, NoBody } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import {
  CreateKeyBody,
  exampleOfRenamedKey,
  exampleOfRevokedKey,
  Key,
  KeyPath,
  KeyWithSecret,
  MAX_KEY_BYTES,
  UpdateKeyBody,
} from './key-requests.js';
import { Keys } from './keys.service.js';

/** The endpoints of API keys (docs/api/authentication.md). */
@ApiController('keys', 'Keys', 'administer')
export class KeysController {
  constructor(private readonly keys: Keys) {}

  @Get()
  @Operation({
    id: 'listKeys',
    summary: 'List keys',
    description: 'The keys of the organization, newest first, with those that were revoked or have expired.',
    responses: [{ status: 200, description: 'A page of keys.', listOf: Key }],
  })
  list(@OrgId() orgId: string, @Query() page: PageRequest): Promise<Page<Key>> {
    return this.keys.list(orgId, page);
  }

  @Get('own')
  @Operation({
    id: 'getOwnKey',
    summary: 'Get the key of the request',
    description: 'The key that this request carries: what it may do and spend. A session has none: 404.',
    responses: [{ status: 200, description: 'The key.', body: Key }],
    access: 'read',
  })
  own(@OrgId() orgId: string, @Req() request: Request): Promise<Key> {
    const { credential } = callerOf(request);
    if (credential.kind !== 'key') throw new AppError('RESOURCE_NOT_FOUND');
    return this.keys.read(orgId, credential.keyId);
  }

  @Post()
  @LimitBody(MAX_KEY_BYTES)
  @Operation({
    id: 'createKey',
    summary: 'Create a key',
    description: 'The response is the only place where the key itself appears. It works at once, on every gateway.',
    responses: [{ status: 201, description: 'The key.', body: KeyWithSecret }],
  })
  create(@OrgId() orgId: string, @Body() body: CreateKeyBody): Promise<KeyWithSecret> {
    return this.keys.create(orgId, body);
  }

  @Patch(':id')
  @LimitBody(MAX_KEY_BYTES)
  @Operation({
    id: 'updateKey',
    summary: 'Change a key',
    description:
      'Changes the name, and what the key may spend. What it may do and when it expires cannot be changed: create another one.',
    responses: [{ status: 200, description: 'The key.', body: Key, example: exampleOfRenamedKey() }],
  })
  update(@OrgId() orgId: string, @Param() { id }: KeyPath, @Body() body: UpdateKeyBody): Promise<Key> {
    return this.keys.update(orgId, id, body);
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Operation({
    id: 'revokeKey',
    summary: 'Revoke a key',
    description:
      'The key stops working everywhere within 5 seconds, and for good. A key that is revoked already does not change.',
    responses: [{ status: 200, description: 'The revoked key.', body: Key, example: exampleOfRevokedKey() }],
  })
  revoke(@OrgId() orgId: string, @Param() { id }: KeyPath, @Body() _body: NoBody): Promise<Key> {
    return this.keys.revoke(orgId, id);
  }
}
