import type { Request } from 'express';
import { AppError } from '#libs/contracts';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a request that a page of another site makes a browser send. Browsers state the site in `Sec-Fetch-Site`, or, to
 * addresses without encryption, the page's origin in `Origin`; a page cannot change either of them.
 *
 * @param stated whether one of the two must be present: always so if a cookie is the credential, because the browser adds
 * it to any request. A program that signs in has no need to state them
 * @throws AppError INSUFFICIENT_PERMISSIONS
 */
export function assertSameOrigin(request: Request, publicBaseUrl: string, { stated }: { stated: boolean }): void {
  if (SAFE.has(request.method)) return;
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const isOwn =
    site === undefined
      ? origin === undefined
        ? !stated
        : isOwnOrigin(origin, request, publicBaseUrl)
      : site === 'same-origin';
  if (!isOwn) throw new AppError('INSUFFICIENT_PERMISSIONS', { message: 'The request comes from another origin' });
}

/** Whether the origin is the public address, or the address under which this request has reached the gateway. */
function isOwnOrigin(origin: string, request: Request, publicBaseUrl: string): boolean {
  if (origin === new URL(publicBaseUrl).origin) return true;
  return /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === request.headers.host;
}
