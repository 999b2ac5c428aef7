/** An answer of the API is data for the one who asked: nothing runs in it, frames it, guesses its type or keeps it. */
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
 * The headers every answer begins with; what a resource says of its own replaces them.
 *
 * @param publicBaseUrl browsers are told to stay with https where the API is served over it
 */
export function securityHeaders(publicBaseUrl: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>(Object.entries(ALWAYS));
  if (publicBaseUrl.startsWith('https:')) headers.set('Strict-Transport-Security', `max-age=${A_YEAR_S}`);
  return headers;
}
