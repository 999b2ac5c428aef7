import 'reflect-metadata';
import { migrateSchema } from '#libs/database';
import { runMain } from '#libs/runtime';
import { WEBHOOKS_DATABASE } from './webhooks.database.js';

runMain('webhooks', () => migrateSchema(WEBHOOKS_DATABASE));
