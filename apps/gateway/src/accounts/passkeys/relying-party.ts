import { isIP } from 'node:net';

/** The service for which passkeys are made, as browsers identify it. */
export interface RelyingParty {
  /** The domain: a passkey works on its pages alone. */
  id: string;
  /** The origin of those pages. */
  origin: string;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The relying party of an installation. Undefined where browsers know no passkeys: at an address without a name, and
 * without encryption. A machine's own address stands for `localhost`, which is encrypted enough for browsers.
 *
 * @param publicBaseUrl of the API
 */
export function relyingPartyOf(publicBaseUrl: string): RelyingParty | undefined {
  const { protocol, hostname, port, origin } = new URL(publicBaseUrl);
  if (LOOPBACK.has(hostname))
    return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isNamed && protocol === 'https:' ? { id: hostname, origin } : undefined;
}
