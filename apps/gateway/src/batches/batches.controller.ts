import { Readable } from 'node:stream';
import { Body, Get, Headers, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AppError,
  Batch,
  BATCHES_RPC,
  BatchValidation,
  CreateBatchBody,
  CREDITS_RPC,
  type GetBatch,
  ManifestEntry,
  MAX_BATCH_BYTES,
  type Page,
  PageRequest,
  type ReadManifest,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { ObjectStore } from '#libs/storage';
import { creatorOf, OrgId, orgIdOf, spenderOf } from '../auth/authenticated-caller.js';
import { IdempotencyHeaders } from '../http/idempotency-requests.js';
import type { BodyWithRows } from '../http/body/body-with-rows.js';
import { LimitBody, NoBody, RowsBody } from '../http/request-shapes.js';
import { sendBody } from '../http/send-body.js';
import { stateOf } from '../http/request-state.js';
import { MakesVideos } from '../maintenance/new-videos-gate.js';
import { ApiController } from '../openapi/api-controller.js';
import { refTo } from '../openapi/components.js';
import {
  EXAMPLE_OF_ACCEPTED_BATCH,
  EXAMPLE_OF_CANCELED_BATCH,
  EXAMPLE_OF_MANIFEST,
  EXAMPLE_OF_RETRIED_BATCH,
} from '../openapi/examples.js';
import { type Media, Operation } from '../openapi/operation.js';
import { archivedFile, type ArchivedFile, archiveOf } from './batch-archive.js';
import { BatchPath, CsvBatchQuery, ManifestQuery } from './batch-requests.js';
import { MANIFEST_TYPES, manifestText } from './manifest-text.js';
import { readBatchRequest } from './read-batch-request.js';

const ZIP = 'application/zip';
const ACCEPTED_HEADERS = ['Location', 'Idempotency-Replayed'] as const;
/** Rows that are read at once for a manifest: each may have 16 KB of cells. */
const MANIFEST_ROWS = 100;

const MANIFEST_MEDIA: readonly Media[] = [
  {
    type: MANIFEST_TYPES.json,
    schema: {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: refTo(ManifestEntry), description: 'The rows.' } },
    },
    example: { data: EXAMPLE_OF_MANIFEST },
  },
  { type: MANIFEST_TYPES.csv, schema: { type: 'string' } },
];

/** The endpoints of batches (docs/api/batches.md). */
@ApiController('batches', 'Batches')
export class BatchesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly store: ObjectStore,
  ) {}

  @Post()
  @HttpCode(202)
  @MakesVideos()
  @LimitBody(MAX_BATCH_BYTES)
  @Operation({
    id: 'createBatch',
    summary: 'Create a batch',
    description:
      'Accepts a video for every row in every size, or none: a row with a fault refuses the batch, and so does a balance below the sum of the prices. It counts as one request. With `Content-Type: text/csv` the body is the rows, and everything else is in the query.',
    budget: 'batches',
    responses: [
      {
        status: 202,
        description: 'The accepted batch.',
        body: Batch,
        example: EXAMPLE_OF_ACCEPTED_BATCH,
        headers: ACCEPTED_HEADERS,
      },
    ],
    errors: ['INSUFFICIENT_CREDITS', 'RESOURCE_NOT_FOUND'],
  })
  async create(
    @RowsBody(CreateBatchBody) body: BodyWithRows,
    @Query() query: CsvBatchQuery,
    @Headers() headers: IdempotencyHeaders,
    @Req() request: Request,
  ): Promise<Batch> {
    const created = await this.rpc.call(BATCHES_RPC.create, {
      ...readBatchRequest(orgIdOf(request), body, query),
      idempotency_key: headers['Idempotency-Key'],
      ...spenderOf(request),
      ...creatorOf(request),
      body_sha256: stateOf(request).body!.sha256,
    });
    return respond(created, request);
  }

  @Post('validate')
  @HttpCode(200)
  @LimitBody(MAX_BATCH_BYTES)
  @Operation({
    id: 'validateBatch',
    summary: 'Validate a request for a batch',
    description:
      'Checks the body as `POST /batches` does, without creating anything. It is free. Files are not fetched: `POST /videos/validate` does that for one video.',
    budget: 'batches',
    responses: [{ status: 200, description: 'The result of the check.', body: BatchValidation }],
    errors: ['RESOURCE_NOT_FOUND'],
  })
  async validate(
    @RowsBody(CreateBatchBody) body: BodyWithRows,
    @Query() query: CsvBatchQuery,
    @OrgId() org_id: string,
  ): Promise<BatchValidation> {
    const [checked, balance] = await Promise.all([
      this.rpc.call(BATCHES_RPC.validate, readBatchRequest(org_id, body, query)),
      this.balanceOf(org_id),
    ]);
    const { credits } = checked;
    const isKnown = credits !== null && balance !== null;
    return { ...checked, balance: credits === null ? null : balance, affordable: isKnown ? credits <= balance : null };
  }

  @Get()
  @Operation({
    id: 'listBatches',
    summary: 'List batches',
    description: 'Every batch of the organization, newest first.',
    responses: [{ status: 200, description: 'A page of batches.', listOf: Batch }],
  })
  list(@OrgId() org_id: string, @Query() { limit, offset }: PageRequest): Promise<Page<Batch>> {
    return this.rpc.call(BATCHES_RPC.list, { org_id, limit, offset });
  }

  @Get(':id')
  @Operation({
    id: 'getBatch',
    summary: 'Get a batch',
    description: 'Its videos are listed by `GET /videos?batch_id=`.',
    responses: [{ status: 200, description: 'The batch.', body: Batch }],
  })
  get(@OrgId() org_id: string, @Param() { id }: BatchPath): Promise<Batch> {
    return this.rpc.call(BATCHES_RPC.get, { org_id, id });
  }

  @Post(':id/cancel')
  @HttpCode(202)
  @Operation({
    id: 'cancelBatch',
    summary: 'Cancel a batch',
    description:
      'Cancels every video of the batch that is PROCESSING, within seconds, and releases its credits. A batch that has FINISHED does not change.',
    responses: [{ status: 202, description: 'The batch.', body: Batch, example: EXAMPLE_OF_CANCELED_BATCH }],
  })
  cancel(@OrgId() org_id: string, @Param() { id }: BatchPath, @Body() _body: NoBody): Promise<Batch> {
    return this.rpc.call(BATCHES_RPC.cancel, { org_id, id });
  }

  @Post(':id/retry')
  @HttpCode(202)
  @MakesVideos()
  @Operation({
    id: 'retryBatch',
    summary: 'Render again what failed',
    description:
      'Creates a batch with a new video for every row whose video FAILED. The batch must have FINISHED, at most a day ago.',
    budget: 'batches',
    responses: [
      {
        status: 202,
        description: 'The new batch.',
        body: Batch,
        example: EXAMPLE_OF_RETRIED_BATCH,
        headers: ACCEPTED_HEADERS,
      },
    ],
    errors: ['INSUFFICIENT_CREDITS', 'CONFLICT'],
  })
  async retry(
    @Param() { id }: BatchPath,
    @Headers() headers: IdempotencyHeaders,
    @Body() _body: NoBody,
    @Req() request: Request,
  ): Promise<Batch> {
    const [org_id, idempotency_key] = [orgIdOf(request), headers['Idempotency-Key']];
    const sender = { ...spenderOf(request), ...creatorOf(request) };
    return respond(await this.rpc.call(BATCHES_RPC.retry, { org_id, id, idempotency_key, ...sender }), request);
  }

  @Get(':id/manifest')
  @Operation({
    id: 'getBatchManifest',
    summary: 'Get the manifest of a batch',
    description: 'Every video with its row and its size, in order; deleted videos are missing.',
    budget: 'exports',
    responses: [
      {
        status: 200,
        description: 'The manifest, as JSON or CSV.',
        media: MANIFEST_MEDIA,
      },
    ],
  })
  async manifest(
    @OrgId() org_id: string,
    @Param() { id }: BatchPath,
    @Query() { format = 'json' }: ManifestQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.manifestPages({ org_id, id });
    const first = await pages.next(); // an unknown batch is a 404, before anything is sent
    response.set({ 'Content-Type': `${MANIFEST_TYPES[format]}; charset=utf-8`, 'Cache-Control': 'private, no-store' });
    if (format === 'csv') response.set('Content-Disposition', `attachment; filename="batch-${id}.csv"`);
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    const all = async function* () {
      if (!first.done) yield first.value;
      yield* pages;
    };
    await sendBody(Readable.from(manifestText(all(), format)), response).catch(() => undefined); // the client has disconnected
  }

  @Get(':id/archive')
  @Operation({
    id: 'getBatchArchive',
    summary: 'Download the videos of a batch',
    description:
      'A zip archive of the files of all videos that are COMPLETED, in the order of their rows. It is written while it is sent, so it has no `Content-Length`.',
    budget: 'archives',
    responses: [
      {
        status: 200,
        description: 'The archive.',
        media: { type: ZIP, schema: { type: 'string', format: 'binary' } },
      },
    ],
    errors: ['CONFLICT'],
  })
  async archive(@OrgId() org_id: string, @Param() { id }: BatchPath, @Res() response: Response): Promise<void> {
    const files = this.finishedFiles({ org_id, id });
    const first = await files.next(); // an unknown batch is a 404, before anything is sent
    if (first.done) throw new AppError('CONFLICT', { message: 'No video of the batch is COMPLETED' });
    response.set({
      'Content-Type': ZIP,
      'Content-Disposition': `attachment; filename="batch-${id}.zip"`,
      'Cache-Control': 'private, no-store',
    });
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    const all = async function* () {
      yield first.value;
      yield* files;
    };
    await sendBody(archiveOf(this.store, all()), response).catch(() => undefined); // the client has disconnected
  }

  private async *finishedFiles(batch: GetBatch): AsyncGenerator<ArchivedFile, undefined> {
    for await (const page of this.manifestPages(batch)) {
      for (const entry of page) {
        const file = archivedFile(entry);
        if (file) yield file;
      }
    }
  }

  private async *manifestPages({ org_id, id }: GetBatch): AsyncGenerator<ManifestEntry[]> {
    for (let after: Pick<ReadManifest, 'after_row' | 'after_size'> = { after_row: 0 }; ;) {
      const page = await this.rpc.call(BATCHES_RPC.manifest, { org_id, id, ...after, limit: MANIFEST_ROWS });
      yield page;
      if (page.length < MANIFEST_ROWS) return;
      const { row, size } = page.at(-1)!;
      after = { after_row: row, after_size: size };
    }
  }

  /** The balance; null without a reply, because the rest of a validation is right without it. */
  private async balanceOf(org_id: string): Promise<number | null> {
    return this.rpc.call(CREDITS_RPC.balance, { org_id }).then(
      ({ available }) => available,
      () => null,
    );
  }
}

function respond({ batch, replayed }: { batch: Batch; replayed: boolean }, request: Request): Batch {
  const response = request.res!;
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  response.setHeader('Location', batch.self);
  return batch;
}
