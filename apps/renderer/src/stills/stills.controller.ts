import { Controller } from '@nestjs/common';
import {
  DrawStill,
  InspectDocument,
  type Inspection,
  type MeasuredFiles,
  MeasureFiles,
  RENDERER_RPC,
  type Still,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { Stills } from './stills.service.js';

/** Handles `rpc.renderer.*`. */
@Controller()
export class StillsController {
  constructor(private readonly stills: Stills) {}

  @RpcHandler(RENDERER_RPC.still)
  still(request: DrawStill): Promise<Still> {
    return this.stills.draw(request);
  }

  @RpcHandler(RENDERER_RPC.inspect)
  inspect(request: InspectDocument): Promise<Inspection> {
    return this.stills.inspect(request);
  }

  @RpcHandler(RENDERER_RPC.measure)
  measure(request: MeasureFiles): Promise<MeasuredFiles> {
    return this.stills.measure(request);
  }
}
