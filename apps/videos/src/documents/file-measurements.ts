import { Injectable } from '@nestjs/common';
import { AppError, MAX_MEASURED_FILES, type MeasuredFile, RENDERER_RPC, type UnmeasuredFile } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { type Fault, type FileToMeasure, lengthKey, type MeasuredLengths } from '#libs/template';
import { VideosConfig } from '../videos.config.js';
import { KeptLengths } from './kept-lengths.js';

/** Seconds after which an organization whose budget is used up may order again. */
const RETRY_AFTER_S = 60;

/** Has the files measured whose lengths decide the times of a video, before the video is accepted. */
@Injectable()
export class FileMeasurements {
  private readonly kept: KeptLengths;

  constructor(
    private readonly rpc: RpcClient,
    { publicBaseUrl }: VideosConfig,
  ) {
    this.kept = new KeptLengths(() => performance.now(), `${publicBaseUrl.replace(/\/v1$/, '')}/assets/media/`);
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
    const lengths = new Map<string, number>();
    for (const file of files) {
      const seconds = this.kept.of(orgId, file);
      if (seconds !== undefined) lengths.set(lengthKey(file), seconds);
    }
    const distinct = new Map(files.map((file) => [lengthKey(file), file]));
    const missing = [...distinct.values()].filter((file) => !lengths.has(lengthKey(file)));
    if (missing.length > MAX_MEASURED_FILES) throw tooMany(missing);
    const measured = missing.length === 0 ? [] : await this.measure(orgId, missing);
    const faults: Fault[] = [];
    for (const [index, file] of missing.entries()) {
      const found = measured[index]!;
      if ('failure' in found) faults.push(faultOf(file, found));
      else {
        this.kept.keep(orgId, file, found.seconds);
        lengths.set(lengthKey(file), found.seconds);
      }
    }
    if (faults.length > 0) throw new AppError('VALIDATION_ERROR', { details: faults });
    return lengths;
  }

  private async measure(org_id: string, missing: readonly FileToMeasure[]): Promise<readonly MeasuredFile[]> {
    const files = missing.map(({ kind, url }) => ({ kind, url }));
    return (await this.rpc.call(RENDERER_RPC.measure, { schema: 1, org_id, files })).files;
  }
}

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
