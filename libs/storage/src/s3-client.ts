import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { StorageError } from './object-store.js';
import type { S3Location } from './storage-location.js';

/** Timeouts of the store, ms, and the number of tries. */
export interface S3Patience {
  connectMs: number;
  /**
   * Time until the first byte of the response, the upload of a part included, and afterwards between two chunks, ms.
   */
  answerMs: number;
  /** Total tries of a request that fails temporarily: no response, 500, 503, SlowDown. */
  attempts: number;
}

export const PATIENCE: S3Patience = { connectMs: 5_000, answerMs: 20_000, attempts: 4 };

/** Most connections to the store: every client to which the gateway serves a file holds one. */
const MAX_CONNECTIONS = 1_000;

/**
 * Creates a client of the store at `location`. Amazon's SDK finds the credentials (environment, workload identity,
 * instance). The SDK's standard retries wait up to a few seconds between tries; a final failure is a {@link
 * StorageError}. Checksums are sent and expected only where S3 requires them, because other stores do not support the
 * rest.
 */
export function createS3Client(location: S3Location, { connectMs, answerMs, attempts }: S3Patience): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const config: S3ClientConfig = {
    forcePathStyle: location.pathStyle,
    maxAttempts: attempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
  if (location.endpoint !== undefined) config.endpoint = location.endpoint;
  if (location.region !== undefined) config.region = location.region;
  const client = new S3Client(config);
  client.middlewareStack.add(
    (next) => (request) =>
      next(request).catch((error: unknown) => {
        const failure = error as Failure;
        // Another request was changing the same object; the SDK does not know that this is temporary.
        if (failure.$metadata?.httpStatusCode === 409) failure.$retryable = {};
        throw failure;
      }),
    { name: 'conflictsPass', step: 'finalizeRequest', priority: 'low' },
  );
  client.middlewareStack.add(
    (next, context) => (request) =>
      next(request).catch((error: unknown) => {
        throw storageError(error, String(context['commandName']));
      }),
    { name: 'storageError', step: 'initialize', priority: 'high' },
  );
  return client;
}

/** The SDK's report of a response or of a system error. */
interface Failure extends Error {
  code?: string;
  /** Present, in any form, if another try may succeed. */
  $retryable?: object;
  $metadata?: { httpStatusCode?: number; attempts?: number; requestId?: string };
}

function storageError(cause: unknown, command: string): StorageError {
  const { name, code, message, $metadata = {} } = cause as Failure;
  const word = name === 'Error' ? (code ?? name) : name;
  const { httpStatusCode: status, attempts = 1, requestId = 'none' } = $metadata;
  const facts = `${word}, status ${status ?? 'none'}, attempts ${attempts}, request ${requestId}`;
  return new StorageError(`S3 ${command.replace(/Command$/, '')} failed (${facts}): ${message}`, word, status, {
    cause,
  });
}
