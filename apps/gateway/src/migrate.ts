import 'reflect-metadata';
import { migrateSchema } from '#libs/database';
import { runMain } from '#libs/runtime';
import { GATEWAY_DATABASE } from './gateway.database.js';

runMain('gateway', () => migrateSchema(GATEWAY_DATABASE));
