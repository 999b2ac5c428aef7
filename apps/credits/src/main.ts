import 'reflect-metadata';
import { startWithHandlers } from '#libs/messaging';
import { runMain } from '#libs/runtime';
import { CreditsModule } from './credits.module.js';

runMain('credits', () => startWithHandlers('credits', CreditsModule));
