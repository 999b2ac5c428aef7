import type { z } from 'zod';
import { FramewrightError } from '#libs/client';
import { shownFindings } from './findings.js';
import type { AgentTool, ToolAnswer, ToolContext } from './tool.js';
import { DRAFT_TOOLS } from './tools/draft-tools.js';
import { PICTURE_TOOLS } from './tools/picture-tools.js';
import { TEMPLATE_TOOLS } from './tools/template-tools.js';
import { VIDEO_TOOLS } from './tools/video-tools.js';

/** Every tool, in the order in which an agent needs them. */
export const AGENT_TOOLS: readonly AgentTool[] = [...TEMPLATE_TOOLS, ...DRAFT_TOOLS, ...PICTURE_TOOLS, ...VIDEO_TOOLS];

/** Result of a call. */
export interface ToolResult extends ToolAnswer {
  isError: boolean;
}

/**
 * Calls a tool. What a model can correct is a result with `isError`, not an exception: the model reads results only.
 *
 * @param allowed the tools that the caller may use
 */
export async function runTool(
  { name, input }: { name: string; input: unknown },
  allowed: readonly AgentTool[],
  context: ToolContext,
): Promise<ToolResult> {
  const tool = AGENT_TOOLS.find((each) => each.name === name);
  if (!tool) {
    return failure({
      code: 'RESOURCE_NOT_FOUND',
      message: `There is no tool of this name; there are ${namesOf(allowed)}`,
    });
  }
  if (!allowed.includes(tool)) {
    const message = 'This key may not do that: the tool needs a key that may write';
    return failure({ code: 'INSUFFICIENT_PERMISSIONS', message });
  }
  const parsed = tool.input.safeParse(input ?? {});
  if (!parsed.success) {
    return failure({
      code: 'VALIDATION_ERROR',
      message: `The input of ${name} has faults`,
      details: inputFaults(parsed.error),
    });
  }
  try {
    return { isError: false, ...(await tool.run(parsed.data, context)) };
  } catch (error) {
    if (error instanceof FramewrightError) return failure(shownError(error));
    throw error;
  }
}

function namesOf(tools: readonly AgentTool[]): string {
  return tools.map(({ name }) => name).join(', ');
}

function inputFaults({ issues }: z.ZodError): object[] {
  const findings = issues.map(({ path, message }) => ({
    field: path.join('.') || 'input',
    code: 'INVALID_VALUE',
    message,
  }));
  return shownFindings(findings).list;
}

function shownError({ code, message, details, faults, retryAfterS }: FramewrightError): object {
  return {
    code,
    message,
    ...(details !== undefined && { details }),
    ...(faults.length > 0 && { details: shownFindings(faults).list }),
    ...(retryAfterS !== undefined && { retry_after_seconds: retryAfterS }),
  };
}

function failure(error: object): ToolResult {
  return { isError: true, data: { error } };
}
