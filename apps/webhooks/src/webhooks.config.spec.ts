import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '#libs/runtime';
import { WebhooksConfig } from './webhooks.config.js';

const key = Buffer.alloc(32, 7).toString('base64');

describe('WebhooksConfig', () => {
  it('gives a receiver 15 s for its whole answer, and never more than half a lease', () => {
    expect(loadConfig(WebhooksConfig, { WEBHOOK_SECRET_KEY: key }).deliveryTimeoutMs).toBe(15_000);
    const tooLong = { WEBHOOK_SECRET_KEY: key, DELIVERY_TIMEOUT_MS: '30001' };
    expect(() => loadConfig(WebhooksConfig, tooLong)).toThrow('DELIVERY_TIMEOUT_MS');
  });

  it('allows an organization 20 webhooks, or as many as the operator says', () => {
    const load = (more: Record<string, string>) => loadConfig(WebhooksConfig, { WEBHOOK_SECRET_KEY: key, ...more });
    expect(load({}).maxWebhooks).toBe(20);
    expect(load({ MAX_WEBHOOKS: '500' }).maxWebhooks).toBe(500);
    expect(() => load({ MAX_WEBHOOKS: '0' })).toThrow('MAX_WEBHOOKS');
  });

  it('shows nothing of a key that is wrong', () => {
    expect(() => loadConfig(WebhooksConfig, { WEBHOOK_SECRET_KEY: 'secret' })).toThrow('[redacted]');
  });
});
