export * from './credits.js';
export * from './errors.js';
export * from './lifecycle.js';
export * from './lists.js';
export * from './message.js';
export * from './render.js';
export * from './videos.js';
export * from './webhooks.js';
