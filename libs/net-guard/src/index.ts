/** The only access to URLs that a caller chose: checked at every connection, limited in time and size. */
export type { UrlFault } from './check-url.js';
export { createUrlCheck } from './create-url-check.js';
export { FetchError, type FetchFailure, type FetchRefusal } from './fetch-error.js';
export type { FetchedFile, FetchLimits } from './fetch-to-file.js';
export { createGuard, Guard, type GuardOptions } from './guard.js';
export { AreDnsServers } from './names/are-dns-servers.js';
export type { PostLimits, PostResult } from './post.js';
