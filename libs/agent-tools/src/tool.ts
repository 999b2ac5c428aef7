import type { z } from 'zod';
import type { AgentApi, Picture } from './agent-api.js';

/** The surroundings of a call. */
export interface ToolContext {
  api: AgentApi;
  /** Signs approvals: known to every replica, and not to the model. */
  secret: string;
  /** Milliseconds since 1970. */
  nowMs: number;
}

/** The answer of a tool: JSON, and pictures beside it. */
export interface ToolAnswer {
  data: object;
  pictures?: readonly Picture[];
}

/** A tool as the table has it. Every text here is fixed: no text of a template ever stands in it. */
export interface AgentTool {
  name: string;
  title: string;
  /** For the model: what it does, when to call it, what comes back. */
  description: string;
  input: z.ZodObject;
  /** Whether it changes something, or is an operation that demands a key that may write. */
  writes: boolean;
  /** Hints for hosts: whether calling it again with the same input changes nothing further. */
  repeatable: boolean;
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolAnswer>;
}

type Facts = Omit<AgentTool, 'input' | 'run'>;

/** A tool whose handler has the type of its input. */
export function agentTool<Shape extends z.ZodRawShape>(
  facts: Facts & {
    input: z.ZodObject<Shape>;
    run(input: z.infer<z.ZodObject<Shape>>, context: ToolContext): Promise<ToolAnswer>;
  },
): AgentTool {
  const { input, run, ...rest } = facts;
  return { ...rest, input, run: (sent, context) => run(input.parse(sent), context) };
}
