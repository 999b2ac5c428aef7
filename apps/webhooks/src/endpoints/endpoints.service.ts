import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import {
  AppError,
  CreateWebhookBody,
  UpdateWebhookBody,
  type ListWebhooks,
  type Page,
  pageOf,
  type Webhook,
  type WebhookWithSecret,
} from '#libs/contracts';
import { Guard } from '#libs/net-guard';
import { type Fault, FaultList, readShape } from '#libs/template';
import { WebhooksConfig } from '../webhooks.config.js';
import { cancelDeliveries } from './cancel-deliveries.js';
import { changesOf, foldEvents } from './endpoint-changes.js';
import { EndpointSecrets } from './endpoint-secrets.js';
import { EndpointRow } from './endpoint.entity.js';
import { findEndpoint } from './find-endpoint.js';
import { newSecret, replaceSecret } from './replace-secret.js';
import { toWebhook } from './to-webhook.js';

/** Stores the endpoints of organizations, by the rules of docs/api/webhooks.md. */
@Injectable()
export class EndpointsService {
  constructor(
    private readonly em: EntityManager,
    private readonly guard: Guard,
    private readonly secrets: EndpointSecrets,
    private readonly config: WebhooksConfig,
  ) {}

  /** @throws AppError VALIDATION_ERROR with every fault, or if the organization has reached its limit */
  async create(orgId: string, input: object): Promise<WebhookWithSecret> {
    const body = this.accept(CreateWebhookBody, input);
    const id = randomUUID();
    const secret = newSecret();
    const now = new Date();
    const endpoint = await this.em.fork().transactional(async (tx) => {
      await this.refuseBeyondLimit(tx, orgId);
      return tx.create(EndpointRow, {
        id,
        orgId,
        url: body.url,
        events: foldEvents(body.events),
        enabled: body.enabled ?? true,
        sealedSecret: this.secrets.seal(secret, id),
        createdAt: now,
        updatedAt: now,
      });
    });
    return { ...toWebhook(endpoint), secret };
  }

  async get(orgId: string, id: string): Promise<Webhook> {
    return toWebhook(await findEndpoint(this.em.fork(), orgId, id));
  }

  async list({ org_id: orgId, enabled, ...request }: ListWebhooks): Promise<Page<Webhook>> {
    const { limit = 20, offset = 0 } = request;
    const [found, total] = await this.em
      .fork()
      .findAndCount(
        EndpointRow,
        { orgId, removedAt: null, ...(enabled === undefined ? {} : { enabled }) },
        { limit, offset, orderBy: { createdAt: 'desc', id: 'desc' } },
      );
    return pageOf(found.map(toWebhook), total, request);
  }

  /** Changes the values that `input` names; disabling cancels the endpoint's pending deliveries. */
  async update(orgId: string, id: string, input: object): Promise<Webhook> {
    const body = this.accept(UpdateWebhookBody, input);
    const endpoint = await this.em.fork().transactional(async (tx) => {
      const found = await findEndpoint(tx, orgId, id, LockMode.PESSIMISTIC_WRITE);
      const changes = changesOf(found, body);
      if (Object.keys(changes).length > 0) tx.assign(found, { ...changes, updatedAt: new Date() });
      if (changes.enabled === false) await cancelDeliveries(tx, id);
      return found;
    });
    return toWebhook(endpoint);
  }

  /**
   * Gives an endpoint a new secret; the previous one also signs for 24 hours.
   *
   * @throws AppError VALIDATION_ERROR if the endpoint already has 10 old secrets that still sign
   */
  async rotateSecret(orgId: string, id: string): Promise<WebhookWithSecret> {
    return this.em.fork().transactional(async (tx) => {
      const found = await findEndpoint(tx, orgId, id, LockMode.PESSIMISTIC_WRITE);
      const secret = await replaceSecret(tx, found, this.secrets);
      return { ...toWebhook(found), secret };
    });
  }

  /** Hides the endpoint and stops its deliveries; {@link RemovalWorker} then removes its data. */
  async remove(orgId: string, id: string): Promise<void> {
    const removed = await this.em
      .fork()
      .nativeUpdate(EndpointRow, { id, orgId, removedAt: null }, { removedAt: new Date(), enabled: false });
    if (removed === 0) throw new AppError('RESOURCE_NOT_FOUND');
  }

  /** @throws AppError VALIDATION_ERROR with every fault of the body, an address that may not be a target among them */
  private accept<T extends { url?: string }>(shape: new () => T, input: object): T {
    const faults = new FaultList(input);
    const body = readShape(shape, faults);
    const { url }: { url?: unknown } = input;
    const fault = typeof url === 'string' ? this.guard.checkUrl(url) : null;
    if (fault) faults.add(['url'], { code: fault.code, message: `url ${fault.message}`, value: url });
    if (faults.count > 0) throw new AppError('VALIDATION_ERROR', { details: faults.report() });
    return body;
  }

  /**
   * Refuses an endpoint beyond the limit. Locks the organization, because two concurrent creations could otherwise both
   * take the last place.
   */
  private async refuseBeyondLimit(tx: EntityManager, orgId: string): Promise<void> {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtextextended('endpoints of ' || ?, 0))`, [orgId]);
    if ((await tx.count(EndpointRow, { orgId, removedAt: null })) < this.config.maxWebhooks) return;
    const message = `an organization can have at most ${this.config.maxWebhooks} webhooks`;
    const fault: Fault = { field: 'body', code: 'VALUE_TOO_LARGE', message, value: null };
    throw new AppError('VALIDATION_ERROR', { details: [fault] });
  }
}
