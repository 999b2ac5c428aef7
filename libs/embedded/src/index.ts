export * from './child-process.js';
export * from './free-port.js';
export * from './nats-server.js';
export * from './postgres-owners.js';
export * from './postgres-server.js';
