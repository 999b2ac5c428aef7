/** The tools of agents: a table, the server of them, and the ways to reach the API. */
export type { AgentApi, AgentDraft, CheckRequest, VideoCheck } from './agent-api.js';
export { type AgentCaller, createAgentServer } from './agent-server.js';
export { clientApi } from './client-api.js';
export { AGENT_TOOLS, runTool, type ToolResult } from './run-tool.js';
export { serveStdio, type StdioOptions } from './serve-stdio.js';
export type { ToolContext } from './tool.js';
