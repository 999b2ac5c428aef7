import type { Request, Response } from 'express';

/** The cookie that carries the token of a session. */
export const SESSION_COOKIE = 'framewright_session';

/** The cookies of a request with a name, in the order sent: a browser may hold several for different paths. */
function cookiesOf(request: Request, name: string): string[] {
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** The cookie with a name; undefined without one. Several cookies of one name are no value. */
export function cookieOf(request: Request, name: string): string | undefined {
  const [first, ...more] = cookiesOf(request, name);
  return more.length > 0 ? '' : first;
}

/** The session's token as sent. */
export function sessionTokenOf(request: Request): string | undefined {
  return cookieOf(request, SESSION_COOKIE);
}

/** @param publicBaseUrl if it is https, the cookie is never sent without encryption */
export function setSessionCookie(
  response: Response,
  { token, expiresAt }: { token: string; expiresAt: Date },
  publicBaseUrl: string,
): void {
  response.cookie(SESSION_COOKIE, token, { ...attributes(publicBaseUrl), expires: expiresAt });
}

export function clearSessionCookie(response: Response, publicBaseUrl: string): void {
  response.clearCookie(SESSION_COOKIE, attributes(publicBaseUrl));
}

function attributes(publicBaseUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: publicBaseUrl.startsWith('https:') } as const;
}
