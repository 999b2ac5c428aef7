/** Headers for responses that are data: browsers must not run, frame, sniff or cache them. */
const ALWAYS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

const A_YEAR_S = 31_536_000;

/**
 * The default headers of every response; a resource may replace them.
 *
 * @param publicBaseUrl if it is https, responses require browsers to use https only
 */
export function securityHeaders(publicBaseUrl: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>(Object.entries(ALWAYS));
  if (publicBaseUrl.startsWith('https:')) headers.set('Strict-Transport-Security', `max-age=${A_YEAR_S}`);
  return headers;
}
