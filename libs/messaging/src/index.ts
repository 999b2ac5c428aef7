export { DurableHandler, LiveHandler, RpcHandler, type DurableOptions } from './handlers.js';
export { consumerName, DurableContext, HandBack } from './jetstream-strategy.js';
export { connectHandlers, MessagingModule } from './messaging.module.js';
export { NatsConfig } from './nats.config.js';
export { NatsLink } from './nats-link.js';
export { JetStreamPublisher, LivePublisher, type DurableMessage } from './publishers.js';
export { RpcClient } from './rpc-client.js';
export { Streams } from './streams.js';
export { currentTraceHeaders } from './trace-context.js';
