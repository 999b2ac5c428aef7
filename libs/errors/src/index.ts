export { errnoOf } from './errno-of.js';
export { messageOf } from './message-of.js';
