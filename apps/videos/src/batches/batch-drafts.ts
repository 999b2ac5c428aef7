import { Injectable } from '@nestjs/common';
import {
  AppError,
  type CheckBatch,
  MAX_MEASURED_FILES,
  MAX_ROW_FAULTS,
  RENDERER_RPC,
  type VideoFormat,
} from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { callerSignal } from '#libs/runtime';
import { type Fault, type FileToMeasure, isWebUrl, lengthKey, type TemplateDocument } from '#libs/template';
import { DocumentJudge } from '../documents/document-judge.js';
import { FileMeasurements } from '../documents/file-measurements.js';
import type { JudgedPart, JudgedRows, ReadBatch } from '#libs/drafts';
import { TemplatesService } from '../templates/templates.service.js';

/** Time limit for judging the rows of one batch, s. Waiting for other organizations' documents does not count. */
const LONGEST_S = 30;

/** Seconds after which rows may be fetched that no renderer has fetched. */
const RETRY_AFTER_S = 5;

/** Most files that are measured for one batch. */
const MAX_MEASURED_IN_BATCH = 300;

/** A batch whose columns fit its template. */
export interface BatchPlan extends ReadBatch {
  orgId: string;
  templateId: string;
  templateVersion: number;
  template: TemplateDocument;
  format: VideoFormat;
  test: boolean;
}

/** The lengths of files that the times of a batch depend on. */
interface BatchLengths {
  readonly measured: Map<string, number>;
  /** Whether they are assumed if no renderer measures them. */
  readonly mayAssume: boolean;
  areAssumed: boolean;
}

/** Judges batches, on threads and a few rows at a time, so that memory does not grow with their number. */
@Injectable()
export class BatchDrafts {
  constructor(
    private readonly templates: TemplatesService,
    private readonly judge: DocumentJudge,
    private readonly measurements: FileMeasurements,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws AppError VALIDATION_ERROR, RESOURCE_NOT_FOUND for its template */
  async read({ org_id, body, rows: sent, row_format }: CheckBatch): Promise<BatchPlan> {
    const template = await this.templates.findNamed(org_id, body);
    const fetched = await this.rowsAt(org_id, body['csv_url']);
    if (fetched !== undefined && sent !== undefined) throw bothRows();
    const [rows, format] = fetched === undefined ? [sent, row_format] : [fetched, 'csv' as const];
    const input = { body, format, template: template?.document ?? null, ...(rows !== undefined && { rows }) };
    const read = await this.judge.batch(org_id, input);
    if (!template || !read) throw new AppError('RESOURCE_NOT_FOUND');
    const { format: fileFormat, test } = read.base.options;
    return {
      ...read,
      orgId: org_id,
      templateId: template.templateId,
      templateVersion: template.version,
      template: template.document,
      format: fileFormat,
      test: test ?? false,
    };
  }

  /** The CSV at a URL; undefined without one, or for a value that is no URL: the judge reports that. */
  private async rowsAt(org_id: string, url: unknown): Promise<string | undefined> {
    if (!isWebUrl(url)) return undefined;
    return (await this.rpc.call(RENDERER_RPC.rows, { schema: 1, org_id, url }).catch(withoutRows)).text;
  }

  /**
   * Judges all rows in order. While `take` stores some, the next are judged. Ends early when the caller is gone.
   *
   * @param mayAssume whether lengths of files are assumed if no renderer measures them
   * @returns whether they were
   * @throws AppError VALIDATION_ERROR with at most 100 faults; none of its rows is taken after the first fault
   */
  async judgeAll(
    plan: BatchPlan,
    take: (rows: JudgedRows) => Promise<void>,
    { mayAssume = false } = {},
  ): Promise<boolean> {
    const lengths: BatchLengths = { measured: new Map(), mayAssume, areAssumed: false };
    let tookMs = 0;
    const faults: Fault[] = [];
    let taken = Promise.resolve();
    for await (const rows of this.slices(plan, lengths)) {
      faults.push(...rows.faults);
      await taken;
      if (faults.length >= MAX_ROW_FAULTS) break;
      tookMs += rows.tookMs;
      if (tookMs > LONGEST_S * 1_000) throw tooSlow();
      callerSignal()?.throwIfAborted();
      if (faults.length === 0) taken = take(rows);
      taken.catch(() => undefined); // awaited after the next slice
    }
    await taken;
    if (faults.length > 0) throw new AppError('VALIDATION_ERROR', { details: faults.slice(0, MAX_ROW_FAULTS) });
    return lengths.areAssumed;
  }

  /** Measures the first files of a batch that times need, a request's worth. */
  private async measure(orgId: string, files: readonly FileToMeasure[], lengths: BatchLengths): Promise<void> {
    const { measured, mayAssume } = lengths;
    const distinct = [...new Map(files.map((file) => [lengthKey(file), file])).values()].slice(0, MAX_MEASURED_FILES);
    if (measured.size + distinct.length > MAX_MEASURED_IN_BATCH) throw tooManyFiles();
    const { measurements } = this;
    const found = await (mayAssume
      ? measurements.lengthsIfAnswered(orgId, distinct)
      : measurements.lengthsOf(orgId, distinct));
    for (const [key, seconds] of found ?? []) measured.set(key, seconds);
    lengths.areAssumed = found === undefined;
  }

  private async *slices(plan: BatchPlan, lengths: BatchLengths): AsyncGenerator<JudgedPart> {
    const { orgId, base, parts, template } = plan;
    const { measured } = lengths;
    let before = 0;
    for (const part of parts) {
      const count = (JSON.parse(part) as unknown[]).length;
      for (let skip = 0; skip < count;) {
        const rows = await this.judge.rows(orgId, { base, part, before, skip, template, measured });
        if (rows.unmeasured.length > 0 && rows.faults.length === 0 && !lengths.areAssumed) {
          await this.measure(orgId, rows.unmeasured, lengths);
          continue;
        }
        yield rows;
        skip += rows.judged;
      }
      before += count;
    }
  }
}

/** Passes an error on, with a clear message where no renderer has replied. */
function withoutRows(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'INTERNAL_SERVER_ERROR') throw error;
  const message = 'No renderer replied in time, so csv_url was not fetched';
  throw new AppError(error.code, { message, retryAfterS: error.retryAfterS ?? RETRY_AFTER_S, cause: error });
}

function bothRows(): AppError {
  const details = [
    { field: 'csv_url', code: 'INVALID_VALUE' as const, message: 'csv_url must not be given beside rows', value: null },
  ];
  return new AppError('VALIDATION_ERROR', { details });
}

function tooManyFiles(): AppError {
  const message = `times of rows depend on the lengths of more than ${MAX_MEASURED_IN_BATCH} files; send fewer rows`;
  return new AppError('VALIDATION_ERROR', {
    details: [{ field: 'rows', code: 'VALUE_TOO_LARGE', message, value: null }],
  });
}

function tooSlow(): AppError {
  const message = `rows take more than ${LONGEST_S} s to be checked; send fewer of them`;
  return new AppError('VALIDATION_ERROR', {
    details: [{ field: 'rows', code: 'VALUE_TOO_LARGE', message, value: null }],
  });
}
