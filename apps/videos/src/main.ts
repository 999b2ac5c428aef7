import 'reflect-metadata';
import { startWithHandlers } from '#libs/messaging';
import { runMain } from '#libs/runtime';
import { VideosModule } from './videos.module.js';

runMain('videos', () => startWithHandlers('videos', VideosModule));
