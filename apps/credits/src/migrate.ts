import 'reflect-metadata';
import { migrateSchema } from '#libs/database';
import { runMain } from '#libs/runtime';
import { CREDITS_DATABASE } from './credits.database.js';

runMain('credits', () => migrateSchema(CREDITS_DATABASE));
