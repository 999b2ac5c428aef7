import { Injectable } from '@nestjs/common';
import { AppError, MAX_MEASURED_FILES, RENDERER_RPC, type UnmeasuredFile } from '#libs/contracts';
import { PreparedStatements } from '#libs/database';
import { RpcClient } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import { type Fault, type FileToMeasure, lengthKey, type MeasuredLengths } from '#libs/template';
import { VideosConfig } from '../videos.config.js';
import { KeptLengths } from './kept-lengths.js';
import { type FileLength, UploadLengths } from './upload-lengths.js';

/** Seconds after which an organization whose budget is used up may order again. */
const RETRY_AFTER_S = 60;

/** Has the files measured whose lengths decide the times of a video, before the video is accepted. */
@Injectable()
export class FileMeasurements {
  private readonly kept = new KeptLengths(() => performance.now());
  private readonly uploads: UploadLengths;

  constructor(
    private readonly rpc: RpcClient,
    statements: PreparedStatements,
    { publicBaseUrl }: VideosConfig,
    private readonly log: Logger,
  ) {
    this.uploads = new UploadLengths(statements, `${publicBaseUrl.replace(/\/v1$/, '')}/assets/`);
  }

  /**
   * Measures files. What was measured a short time ago is not measured again, so a validation and the order after it
   * agree; nor is an upload, which never changes.
   *
   * @param files with the paths of their addresses in the request
   * @throws AppError VALIDATION_ERROR with each file that cannot be measured, RATE_LIMIT_EXCEEDED while the organization has
   * had too many measured
   */
  async lengthsOf(orgId: string, files: readonly FileToMeasure[]): Promise<MeasuredLengths> {
    const { lengths, missing } = await this.keptOf(orgId, files);
    if (missing.length > MAX_MEASURED_FILES) throw tooMany(missing);
    const failed = await this.measure(orgId, missing, lengths);
    if (failed.length > 0) throw new AppError('VALIDATION_ERROR', { details: failed.map((each) => faultOf(...each)) });
    return lengths;
  }

  /**
   * As {@link lengthsOf}; undefined if no renderer measures them.
   *
   * @throws AppError VALIDATION_ERROR and RATE_LIMIT_EXCEEDED as {@link lengthsOf}
   */
  async lengthsIfAnswered(orgId: string, files: readonly FileToMeasure[]): Promise<MeasuredLengths | undefined> {
    return this.lengthsOf(orgId, files).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'INTERNAL_SERVER_ERROR') return undefined;
      throw error;
    });
  }

  /** The lengths of those files that can be measured now. It is no fault if some cannot. */
  async knownOf(orgId: string, files: readonly FileToMeasure[]): Promise<MeasuredLengths> {
    const { lengths, missing } = await this.keptOf(orgId, files);
    await this.measure(orgId, missing.slice(0, MAX_MEASURED_FILES), lengths).catch((error: unknown) => {
      this.log.warn('measurement.failed', { error });
    });
    return lengths;
  }

  private async keptOf(
    orgId: string,
    files: readonly FileToMeasure[],
  ): Promise<{ lengths: Map<string, number>; missing: FileToMeasure[] }> {
    const lengths = await this.uploads.of(files);
    const missing = new Map<string, FileToMeasure>();
    for (const file of files) {
      const key = lengthKey(file);
      const seconds = lengths.get(key) ?? this.kept.of(orgId, file);
      if (seconds === undefined) missing.set(key, file);
      else lengths.set(key, seconds);
    }
    return { lengths, missing: [...missing.values()] };
  }

  /** Adds the lengths of files to `lengths`; returns the files that have none. */
  private async measure(
    org_id: string,
    missing: readonly FileToMeasure[],
    lengths: Map<string, number>,
  ): Promise<[FileToMeasure, UnmeasuredFile][]> {
    if (missing.length === 0) return [];
    const files = missing.map(({ kind, url }) => ({ kind, url }));
    const measured = await this.rpc.call(RENDERER_RPC.measure, { schema: 1, org_id, files });
    const failed: [FileToMeasure, UnmeasuredFile][] = [];
    const found: FileLength[] = [];
    for (const [index, file] of missing.entries()) {
      const each = measured.files[index]!;
      if ('failure' in each) failed.push([file, each]);
      else found.push({ file, seconds: each.seconds });
    }
    for (const { file, seconds } of found) {
      this.kept.keep(org_id, file, seconds);
      lengths.set(lengthKey(file), seconds);
    }
    await this.uploads.keep(found);
    return failed;
  }
}

/** @throws AppError RATE_LIMIT_EXCEEDED for a file that was not fetched because of the organization's budget */
function faultOf({ kind, field, url }: FileToMeasure, found: UnmeasuredFile): Fault {
  if (found.failure === 'over_budget') {
    const details = `For ${field}: ${found.reason}`;
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'Too many files to measure',
      details,
      retryAfterS: RETRY_AFTER_S,
    });
  }
  const message = `the length of the ${kind}, on which times depend, was not measured: ${found.reason}`;
  return { field, code: 'INVALID_VALUE', message, value: url };
}

function tooMany(files: readonly FileToMeasure[]): AppError {
  const message = `times depend on the lengths of ${files.length} files; at most ${MAX_MEASURED_FILES} are measured at once`;
  const details = [{ field: 'body', code: 'VALUE_TOO_LARGE' as const, message, value: null }];
  return new AppError('VALIDATION_ERROR', { details });
}
