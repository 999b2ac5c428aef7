/** Keys, secrets and signatures. Pure: random bytes, nonces and the time are parameters. */
export { formatApiKey, parseApiKey, type ApiKeyRecord } from './api-key.js';
export { toBase62 } from './base62.js';
export { constantTimeEqual } from './constant-time-equal.js';
export { markOf, openSecret, sealSecret } from './sealed-secret.js';
export { signWebhook, type WebhookHeaders, type WebhookMessage } from './sign-webhook.js';
export { formatWebhookSecret } from './webhook-secret.js';
