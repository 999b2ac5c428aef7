import { AGENT_TOOLS, runTool, type ToolContext } from '#libs/agent-tools';
import { z } from 'zod';
import type { AnyObject } from './json.ts';

/** An OpenAI-compatible endpoint of chat completions, and a model that it serves. */
export interface Endpoint {
  /** Such as `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  /** Absent: no credential is sent. */
  key?: string | undefined;
}

/** A run of a model on one brief. */
export interface ModelRun {
  /** Calls of tools. */
  calls: number;
  /** Tokens of all prompts and answers, as the endpoint counts them. */
  tokens: number;
  templateId: string | null;
  /** Whether the first draft had neither faults nor warnings. */
  isFirstClean: boolean;
  /** Whether the last answer about the draft had none. */
  isClean: boolean;
}

/** Tools that need no files and no videos. */
const TOOLS = AGENT_TOOLS.filter(({ name }) => ['create_draft', 'patch_draft', 'undo_draft'].includes(name));
/** Most calls of tools, and most answers of the model. */
const MOST_CALLS = 12;
const TIMEOUT_MS = 300_000;
const PROMPT =
  'You make video templates by tools. Write the document with create_draft, then correct every fault and warning with patch_draft until none is left. Then say "done".';

interface ToolCall {
  id: string;
  function: { name: string; arguments: string };
}

interface Completion {
  choices: { message: { role: string; content: string | null; tool_calls?: ToolCall[] } }[];
  usage?: { total_tokens?: number };
}

/** Has a model write the draft of a brief by tools. @throws Error for an endpoint that does not answer as expected */
export async function runModel(ask: string, endpoint: Endpoint, context: ToolContext): Promise<ModelRun> {
  const messages: object[] = [
    { role: 'system', content: PROMPT },
    { role: 'user', content: ask },
  ];
  const run: ModelRun = { calls: 0, tokens: 0, templateId: null, isFirstClean: false, isClean: false };
  while (run.calls < MOST_CALLS) {
    const { choices, usage } = await complete(messages, endpoint);
    const [choice] = choices;
    run.tokens += usage?.total_tokens ?? 0;
    const asked = choice?.message.tool_calls ?? [];
    if (!choice || asked.length === 0) break;
    messages.push(choice.message);
    for (const { id, function: called } of asked) {
      const { data } = await runTool({ name: called.name, input: parsed(called.arguments) }, TOOLS, context);
      run.calls += 1;
      note(run, called.name, data as AnyObject);
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(data) });
    }
  }
  return run;
}

function note(run: ModelRun, tool: string, answer: AnyObject): void {
  if (typeof answer['template_id'] !== 'string') return;
  const left = ['faults', 'errors', 'warnings'].flatMap((name) => (answer[name] ?? []) as unknown[]);
  run.isClean = left.length === 0;
  if (tool === 'create_draft' && run.calls === 1) run.isFirstClean = run.isClean;
  run.templateId = answer['template_id'];
}

/** Arguments that are no JSON are what the model wrote, and the tool refuses them. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function complete(messages: readonly object[], { url, model, key }: Endpoint): Promise<Completion> {
  const tools = TOOLS.map(({ name, description, input }) => ({
    type: 'function',
    function: { name, description, parameters: z.toJSONSchema(input, { io: 'input' }) },
  }));
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, messages, tools }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok)
    throw new Error(`The endpoint answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
  return (await response.json()) as Completion;
}
