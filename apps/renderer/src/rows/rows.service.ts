import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, type FetchedRows, type FetchRows, MAX_BATCH_BYTES } from '#libs/contracts';
import { callerSignal } from '#libs/runtime';
import { FetchError, type Guard } from '#libs/net-guard';

/** Limits for a file of rows. The time includes redirects; it is short because a caller waits. */
const LIMITS = { maxBytes: MAX_BATCH_BYTES, timeoutMs: 10_000 };

/** Fetches the rows of batches: renderers alone may connect to addresses that callers choose. */
@Injectable()
export class Rows implements OnApplicationShutdown {
  /** @param folder for files in progress */
  constructor(
    private readonly guard: Guard,
    private readonly folder: string,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.guard.close();
  }

  /**
   * Reads a text in UTF-8. Ends when its caller is gone.
   *
   * @throws AppError VALIDATION_ERROR with the field `csv_url`
   */
  async fetch({ url }: FetchRows): Promise<FetchedRows> {
    const path = join(this.folder, randomUUID());
    try {
      await mkdir(this.folder, { recursive: true });
      await this.guard.fetchToFile(url, path, { ...LIMITS, signal: callerSignal() });
      return { text: decode(await readFile(path), url) };
    } catch (error) {
      throw error instanceof FetchError ? refusal(error, url) : error;
    } finally {
      await rm(path, { force: true });
    }
  }
}

function decode(bytes: Buffer, url: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw fault('INVALID_FORMAT', { reason: 'is not UTF-8', url, cause });
  }
}

function refusal(error: FetchError, url: string): AppError {
  if (error.code !== 'TOO_LARGE') return fault('INVALID_VALUE', { reason: error.message, url, cause: error });
  return fault('VALUE_TOO_LARGE', { reason: `is larger than ${MAX_BATCH_BYTES} bytes`, url, cause: error });
}

function fault(
  code: 'INVALID_FORMAT' | 'INVALID_VALUE' | 'VALUE_TOO_LARGE',
  { reason, url, cause }: { reason: string; url: string; cause: unknown },
): AppError {
  const details = [{ field: 'csv_url', code, message: `the file at csv_url ${reason}`, value: url }];
  return new AppError('VALIDATION_ERROR', { details, cause });
}
