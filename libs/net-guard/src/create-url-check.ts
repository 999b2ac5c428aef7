import { createAddressPolicy } from './address-policy.js';
import { checkUrl, type UrlFault } from './check-url.js';

/** Creates a guard's check of a URL, for processes that do not connect. @throws RangeError as `createGuard` does */
export function createUrlCheck(options: {
  allow: readonly string[];
  allowHttp: boolean;
}): (url: string) => UrlFault | null {
  const rules = { policy: createAddressPolicy(options.allow), allowHttp: options.allowHttp };
  return (url) => {
    const checked = checkUrl(url, rules);
    return checked.ok ? null : checked.fault;
  };
}
