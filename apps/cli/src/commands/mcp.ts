import { once } from 'node:events';
import { serveStdio } from '#libs/agent-tools';
import { parseArguments } from '../arguments/parse-arguments.js';
import { connect } from '../remote/connect.js';
import type { Context } from './context.js';
import { MCP } from './table.js';

/** Serves the tools of agents over stdin and stdout, until stdin ends. */
export async function mcp(args: readonly string[], { environment, signal }: Context): Promise<void> {
  const { options } = parseArguments(MCP, args);
  const server = serveStdio(connect(options.remote, environment));
  await Promise.race([once(process.stdin, 'end'), once(signal, 'abort')]);
  await server.close();
}
