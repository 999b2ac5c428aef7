import { Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Asset, AssetUsage, type Page } from '#libs/contracts';
import { OrgId } from '../auth/authenticated-caller.js';
import { GatewayConfig } from '../gateway.config.js';
import { unreadable } from '../http/body/body-errors.js';
import { ApiController } from '../openapi/api-controller.js';
import { Operation } from '../openapi/operation.js';
import { AssetPath, ListAssetsQuery, UploadAssetQuery } from './asset-requests.js';
import { Assets } from './assets.service.js';

/** The endpoints of uploaded files (docs/api/assets.md). */
@ApiController('assets', 'Assets')
export class AssetsController {
  constructor(
    private readonly assets: Assets,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @Operation({
    id: 'uploadAsset',
    summary: 'Upload a file',
    description:
      'The body is the file itself. Its content decides what it is; anything but images, videos, sounds and fonts is refused.',
    budget: 'uploads',
    file: 'The bytes of the file. The `Content-Type` of the request does not matter.',
    responses: [{ status: 201, description: 'The stored file.', body: Asset, headers: ['Location'] }],
  })
  async upload(
    @OrgId() orgId: string,
    @Query() { name = 'file' }: UploadAssetQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Asset> {
    if (request.headers['content-encoding'] !== undefined) throw unreadable('Encoded bodies are not accepted');
    const length = request.headers['content-length'];
    const announced = length === undefined ? undefined : Number(length);
    const asset = await this.assets.upload({ orgId, name, body: request, announced });
    response.setHeader('Location', `${this.config.publicBaseUrl}/assets/${asset.id}`);
    return asset;
  }

  @Get()
  @Operation({
    id: 'listAssets',
    summary: 'List files',
    description: 'Every uploaded file of the organization, newest first.',
    responses: [{ status: 200, description: 'A page of files.', listOf: Asset }],
  })
  list(@OrgId() orgId: string, @Query() { limit, offset, search }: ListAssetsQuery): Promise<Page<Asset>> {
    return this.assets.list(orgId, {
      ...(limit !== undefined && { limit }),
      ...(offset !== undefined && { offset }),
      name: search,
    });
  }

  @Get('usage')
  @Operation({
    id: 'getAssetUsage',
    summary: 'Get the quota of files',
    description: 'How many files the organization has uploaded, and how many it may have.',
    responses: [{ status: 200, description: 'The files of the organization and its quota.', body: AssetUsage }],
  })
  usage(@OrgId() orgId: string): Promise<AssetUsage> {
    return this.assets.usage(orgId);
  }

  @Get(':id')
  @Operation({
    id: 'getAsset',
    summary: 'Get a file',
    description: 'What is known about the file; its bytes are at its `url`.',
    responses: [{ status: 200, description: 'The file.', body: Asset }],
  })
  get(@OrgId() orgId: string, @Param() { id }: AssetPath): Promise<Asset> {
    return this.assets.get(orgId, id);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'deleteAsset',
    summary: 'Delete a file',
    description: 'Its `url` then answers 404. Templates that refer to it remain and can no longer be rendered.',
    responses: [{ status: 204, description: 'Deleted.' }],
  })
  async remove(@OrgId() orgId: string, @Param() { id }: AssetPath): Promise<void> {
    await this.assets.remove(orgId, id);
  }
}
