import { Controller } from '@nestjs/common';
import {
  type Batch,
  BATCHES_RPC,
  CheckBatch,
  type CheckedBatch,
  CreateBatch,
  type CreatedBatch,
  type CreatedVideo,
  CreateVideo,
  GetBatch,
  ListBatches,
  type ManifestEntry,
  type Page,
  ReadManifest,
  RetryBatch,
} from '#libs/contracts';
import { RpcHandler } from '#libs/messaging';
import { AcceptBatchService } from './accept-batch.service.js';
import { BatchesService } from './batches.service.js';
import { RetryBatchService } from './retry-batch.service.js';

/** Serves `rpc.batches.*`. */
@Controller()
export class BatchesController {
  constructor(
    private readonly acceptance: AcceptBatchService,
    private readonly retries: RetryBatchService,
    private readonly batches: BatchesService,
  ) {}

  @RpcHandler(BATCHES_RPC.create)
  create(request: CreateBatch): Promise<CreatedBatch> {
    return this.acceptance.create(request);
  }

  @RpcHandler(BATCHES_RPC.createInSizes)
  createInSizes(request: CreateVideo): Promise<CreatedVideo> {
    return this.acceptance.createInSizes(request);
  }

  @RpcHandler(BATCHES_RPC.validate)
  validate(request: CheckBatch): Promise<CheckedBatch> {
    return this.batches.validate(request);
  }

  @RpcHandler(BATCHES_RPC.get)
  get(request: GetBatch): Promise<Batch> {
    return this.batches.get(request);
  }

  @RpcHandler(BATCHES_RPC.list)
  list(request: ListBatches): Promise<Page<Batch>> {
    return this.batches.list(request);
  }

  @RpcHandler(BATCHES_RPC.cancel)
  cancel(request: GetBatch): Promise<Batch> {
    return this.batches.cancel(request);
  }

  @RpcHandler(BATCHES_RPC.retry)
  retry(request: RetryBatch): Promise<CreatedBatch> {
    return this.retries.retry(request);
  }

  @RpcHandler(BATCHES_RPC.manifest)
  manifest(request: ReadManifest): Promise<ManifestEntry[]> {
    return this.batches.manifest(request);
  }
}
