import 'reflect-metadata';
import { startWithHandlers } from '#libs/messaging';
import { runMain } from '#libs/runtime';
import { WebhooksModule } from './webhooks.module.js';

runMain('webhooks', () => startWithHandlers('webhooks', WebhooksModule));
