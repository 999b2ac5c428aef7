import 'reflect-metadata';
import { migrateSchema } from '#libs/database';
import { runMain } from '#libs/runtime';
import { VIDEOS_DATABASE } from './videos.database.js';

runMain('videos', () => migrateSchema(VIDEOS_DATABASE));
