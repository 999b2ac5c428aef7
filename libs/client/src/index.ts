export type { components, operations, paths } from './api-types.js';
export { ApiError, unwrap } from './api-error.js';
export * from './client.js';
export { untilEnded, type Waiting } from './until-ended.js';
