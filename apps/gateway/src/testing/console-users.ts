import { Browser } from '#libs/testing';
import type { Session } from '../accounts/users/account-requests.js';
import type { Role } from '../http/caller/roles.js';
import { createOrganization } from '../operator/organizations.js';
import { createConsoleLink, createMember, createPasswordReset } from '../operator/users.js';
import type { GatewaySystem } from './running-gateway.js';

const PUBLIC_BASE_URL = 'http://localhost/v1';

/** Password of every user that {@link ConsoleUsers} makes. */
export const PASSWORD = 'correct horse battery';

/** Users in browsers, on a gateway that trusts the proxy 127.0.0.1. */
export class ConsoleUsers {
  private browsers = 0;

  constructor(private readonly system: GatewaySystem) {}

  /** A browser with an address of its own, so that the limits of one test are not those of another. */
  newBrowser(url = this.system.gateway.url): Browser {
    this.browsers += 1;
    const address = `192.0.2.${this.browsers}`;
    return new Browser(`${url}/v1`, (request) => {
      request.headers.set('x-forwarded-for', address);
      return fetch(request);
    });
  }

  async newOrganization(name = 'Acme'): Promise<string> {
    return (await createOrganization(this.system.em.fork(), name)).id;
  }

  async linkFor(orgId: string): Promise<string> {
    return (await createConsoleLink(this.system.em.fork(), { orgId, operator: false }, PUBLIC_BASE_URL)).url;
  }

  /** The first owner of a new organization. */
  async newOwner(): Promise<{ browser: Browser; session: Session; orgId: string }> {
    const orgId = await this.newOrganization();
    const browser = this.newBrowser();
    const { body } = await browser.signInByLink(await this.linkFor(orgId));
    return { browser, session: body as Session, orgId };
  }

  /** A user with a password, in a new organization by default. */
  async newUser(email: string, { role = 'viewer', orgId }: { role?: Role; orgId?: string } = {}): Promise<Browser> {
    const em = this.system.em.fork();
    await createMember(em, { email, orgId: orgId ?? (await this.newOrganization()), role, operator: false });
    const { url } = await createPasswordReset(em, email, PUBLIC_BASE_URL);
    const browser = this.newBrowser();
    await browser.call('POST', '/session/password-reset', { token: new URL(url).hash.slice(1), password: PASSWORD });
    return browser;
  }
}
