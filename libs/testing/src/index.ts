export { eventually } from './eventually.js';
export { startNats, type TestNats } from './nats.js';
export { startPostgres, type TestPostgres } from './postgres.js';
