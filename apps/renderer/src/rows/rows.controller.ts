import { Controller } from '@nestjs/common';
import { FetchRows, type FetchedRows, RENDERER_RPC } from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { Rows } from './rows.service.js';

/** Handles `rpc.renderer.rows`. */
@Controller()
export class RowsController {
  constructor(private readonly rows: Rows) {}

  @RpcHandler(RENDERER_RPC.rows)
  fetch(request: FetchRows): Promise<FetchedRows> {
    return this.rows.fetch(request);
  }
}
