/**
 * The policy of the console's page: its own files, and nothing inline. Videos and pictures also come from where the gateway
 * redirects to.
 *
 * @param storeOrigin of the object store, if clients read files there
 */
export function consolePolicy(storeOrigin: string | null): string {
  const files = storeOrigin === null ? '' : ` ${storeOrigin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data: blob:${files}`,
    `media-src 'self' blob:${files}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The policy of the worker that draws previews. It runs the console's own files and compiles the compositing kernel. It
 * may fetch the pictures of documents from any site, without cookies, and can read those that their sites allow it to
 * read.
 */
export function workerPolicy(): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "connect-src 'self' https: http:",
    "base-uri 'none'",
  ].join('; ');
}
