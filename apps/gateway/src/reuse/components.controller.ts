import { Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  COMPONENTS_RPC,
  ComponentVersion,
  CreateComponentBody,
  MAX_COMPONENT_BYTES,
  type Page,
  PageRequest,
  SharedComponent,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Component } from '#libs/template';
import { OrgId } from '../auth/authenticated-caller.js';
import { GatewayConfig } from '../gateway.config.js';
import { LimitBody, RawBody } from '../http/request-shapes.js';
import { ApiController } from '../openapi/api-controller.js';
import { exampleOfListedComponent, exampleOfReplacedComponent } from '../openapi/examples.js';
import { Operation } from '../openapi/operation.js';
import { ComponentPath, GetComponentQuery } from './component-requests.js';

/** The endpoints of the components of an organization (docs/api/brand.md). */
@ApiController('components', 'Brand')
export class ComponentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly config: GatewayConfig,
  ) {}

  @Get()
  @Operation({
    id: 'listComponents',
    summary: 'List components',
    description: 'The newest version of every component, without its contents.',
    responses: [
      {
        status: 200,
        description: 'A page of components, without their contents.',
        listOf: SharedComponent,
        example: exampleOfListedComponent(),
      },
    ],
  })
  list(@OrgId() org_id: string, @Query() { limit, offset }: PageRequest): Promise<Page<SharedComponent>> {
    return this.rpc.call(COMPONENTS_RPC.list, { org_id, limit, offset });
  }

  @Post()
  @LimitBody(MAX_COMPONENT_BYTES)
  @Operation({
    id: 'createComponent',
    summary: 'Create a component',
    description:
      'Checks and stores a component under a name of its own. All faults are reported at once. An organization has at most 200 components.',
    budget: 'documents',
    responses: [
      { status: 201, description: 'Version 1 of the component.', body: SharedComponent, headers: ['Location'] },
    ],
    errors: ['CONFLICT'],
  })
  async create(
    @OrgId() org_id: string,
    @RawBody(CreateComponentBody) body: Record<string, unknown>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SharedComponent> {
    const component = await this.rpc.call(COMPONENTS_RPC.create, { org_id, body });
    response.setHeader('Location', `${this.config.publicBaseUrl}/components/${component.name}`);
    return component;
  }

  @Get(':name')
  @Operation({
    id: 'getComponent',
    summary: 'Get a component',
    description: 'The newest version, or the one that `version` names, and what refers to the component.',
    responses: [{ status: 200, description: 'The component with its contents.', body: SharedComponent }],
  })
  get(
    @OrgId() org_id: string,
    @Param() { name }: ComponentPath,
    @Query() { version }: GetComponentQuery,
  ): Promise<SharedComponent> {
    return this.rpc.call(COMPONENTS_RPC.get, { org_id, name, version });
  }

  @Put(':name')
  @LimitBody(MAX_COMPONENT_BYTES)
  @Operation({
    id: 'replaceComponent',
    summary: 'Replace a component',
    description:
      'Creates the next version. Drafts that name no version show it at once; published versions keep the one with which they were published.',
    budget: 'documents',
    responses: [
      { status: 200, description: 'The new version.', body: SharedComponent, example: exampleOfReplacedComponent() },
    ],
  })
  replace(
    @OrgId() org_id: string,
    @Param() { name }: ComponentPath,
    @RawBody(Component) component: Record<string, unknown>,
  ): Promise<SharedComponent> {
    return this.rpc.call(COMPONENTS_RPC.replace, { org_id, name, component });
  }

  @Delete(':name')
  @HttpCode(204)
  @Operation({
    id: 'deleteComponent',
    summary: 'Delete a component',
    description:
      'Deletes all versions. While the newest version of a template, a draft or another component refers to it, the response is 409.',
    responses: [{ status: 204, description: 'Deleted.' }],
    errors: ['CONFLICT'],
  })
  async remove(@OrgId() org_id: string, @Param() { name }: ComponentPath): Promise<void> {
    await this.rpc.call(COMPONENTS_RPC.remove, { org_id, name });
  }

  @Get(':name/versions')
  @Operation({
    id: 'listComponentVersions',
    summary: 'List the versions of a component',
    description: 'The versions of a component, newest first.',
    responses: [{ status: 200, description: 'A page of versions.', listOf: ComponentVersion }],
  })
  versions(
    @OrgId() org_id: string,
    @Param() { name }: ComponentPath,
    @Query() { limit, offset }: PageRequest,
  ): Promise<Page<ComponentVersion>> {
    return this.rpc.call(COMPONENTS_RPC.versions, { org_id, name, limit, offset });
  }
}
