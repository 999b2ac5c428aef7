import { Controller } from '@nestjs/common';
import {
  BRAND_RPC,
  COMPONENTS_RPC,
  type ComponentVersion,
  CreateComponent,
  GetBrand,
  GetComponent,
  ListComponents,
  ListComponentVersions,
  type OrganizationBrand,
  type Page,
  RemoveComponent,
  ReplaceComponent,
  SaveBrand,
  type SharedComponent,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { Brands } from './brands.service.js';
import { Components } from './components.service.js';

/** Serves `rpc.brand.*` and `rpc.components.*`. */
@Controller()
export class ReuseController {
  constructor(
    private readonly brands: Brands,
    private readonly components: Components,
  ) {}

  @RpcHandler(BRAND_RPC.get)
  brand(request: GetBrand): Promise<OrganizationBrand> {
    return this.brands.get(request);
  }

  @RpcHandler(BRAND_RPC.save)
  saveBrand(request: SaveBrand): Promise<OrganizationBrand> {
    return this.brands.save(request);
  }

  @RpcHandler(COMPONENTS_RPC.list)
  list(request: ListComponents): Promise<Page<SharedComponent>> {
    return this.components.list(request);
  }

  @RpcHandler(COMPONENTS_RPC.create)
  create(request: CreateComponent): Promise<SharedComponent> {
    return this.components.create(request);
  }

  @RpcHandler(COMPONENTS_RPC.get)
  get(request: GetComponent): Promise<SharedComponent> {
    return this.components.get(request);
  }

  @RpcHandler(COMPONENTS_RPC.replace)
  replace(request: ReplaceComponent): Promise<SharedComponent> {
    return this.components.replace(request);
  }

  @RpcHandler(COMPONENTS_RPC.remove)
  async remove(request: RemoveComponent): Promise<Record<string, never>> {
    await this.components.remove(request);
    return {};
  }

  @RpcHandler(COMPONENTS_RPC.versions)
  versions(request: ListComponentVersions): Promise<Page<ComponentVersion>> {
    return this.components.versions(request);
  }
}
