import type { Answer } from './test-organization.js';

/** Cookies that a {@link Browser} keeps: that of the session, and that of a challenge for a passkey. */
const KEPT = /^(framewright_session|framewright_passkey)=([^;]*)/;

/** A browser that shows the console: it keeps the cookie of the session and says from which page a request comes. */
export class Browser {
  private readonly cookies = new Map<string, string>();

  /** @param baseUrl of the API, with `/v1` */
  constructor(
    readonly baseUrl: string,
    private readonly send: (request: Request) => Promise<Response> = fetch,
  ) {}

  /** The session's token; undefined before signing in. */
  get token(): string | undefined {
    return this.cookies.get('framewright_session');
  }

  async call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.send(
      new Request(`${this.baseUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          origin: new URL(this.baseUrl).origin,
          ...(this.cookies.size === 0
            ? {}
            : { cookie: Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ') }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    this.keepCookies(response);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  }

  /** Opens a link that the operator's command has printed. */
  signInByLink(url: string): Promise<Answer> {
    return this.call('POST', '/session/link', { token: new URL(url).hash.slice(1) });
  }

  private keepCookies(response: Response): void {
    for (const header of response.headers.getSetCookie()) {
      const [, name, value] = KEPT.exec(header) ?? [];
      if (name === undefined) continue;
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
  }
}
