import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { keyRefused } from '../../auth/bearer-key.js';
import { assertSameOrigin } from '../../auth/same-origin.js';
import { hashOfToken } from '../../auth/secret-token.js';
import { GatewayConfig } from '../../gateway.config.js';
import { SignInLimits } from '../sign-in/sign-in-limits.js';
import type { ShownInvitation } from '../users/account-requests.js';

/** Shows an invitation to the holder of its link, who is not signed in. It stays as it is. */
@Injectable()
export class ShownInvitations {
  constructor(
    private readonly em: EntityManager,
    private readonly config: GatewayConfig,
    private readonly limits: SignInLimits,
  ) {}

  /** @throws AppError AUTHENTICATION_REQUIRED for a link that does not work */
  async show(request: Request, token: string): Promise<ShownInvitation> {
    assertSameOrigin(request, this.config.publicBaseUrl, { stated: false });
    this.limits.admitAddress(request);
    const [found] = await this.em.fork().execute<ShownInvitation[]>(
      `SELECT json_build_object('id', o.id, 'name', o.name) AS organization, l.role, l.email, l.expires_at,
              (SELECT json_build_object('name', name, 'email', email, 'email_proven', email_proven)
                 FROM users WHERE id = l.created_by) AS inviter
         FROM links l JOIN organizations o ON o.id = l.organization_id
        WHERE l.hash = ? AND l.kind = 'invitation' AND l.used_at IS NULL AND l.expires_at > now()`,
      [hashOfToken(token) ?? null],
    );
    if (!found) throw keyRefused('The link is unknown, expired or used');
    return Object.assign(found, { expires_at: new Date(found.expires_at).toISOString() });
  }
}
