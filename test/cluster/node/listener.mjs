// node listener.mjs <port> …: takes every connection to these ports.
import { once } from 'node:events';
import { createServer } from 'node:net';

for (const port of process.argv.slice(2)) {
  const server = createServer((socket) => socket.on('error', () => {}).end());
  await once(server.listen(Number(port), '0.0.0.0'), 'listening');
}
console.log('listening');
