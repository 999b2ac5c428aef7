// node agent.ts "<what the video should be>"
//
// Lets a model make a video by the tools at /mcp, and asks you before anything is paid.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startScriptedModel } from './scripted-model.ts';

const { BASE_URL = '', API_KEY = '', MODEL_URL, MODEL = 'scripted', MODEL_KEY } = process.env;
const MOST_ANSWERS = 40;
const MODEL_TIMEOUT_MS = 300_000;
const TASK = process.argv[2] ?? 'A short portrait video: we open on Saturday.';
const RULES =
  'Make the video that the user asks for. Correct every fault and warning, look at a still, publish, render a test, then order the video with test: false. Payment is asked of the user by the program: never repeat an order that was declined. End with the address of the video.';

/** An answer of an OpenAI-compatible endpoint. */
interface Completion {
  choices: { message: { content: string | null; tool_calls?: ToolCall[] } }[];
}

interface ToolCall {
  id: string;
  function: { name: string; arguments: string };
}

/** An answer of a tool: its JSON, and pictures as data URLs. */
interface ToolAnswer {
  text: string;
  pictures: string[];
}

const tools = new Client({ name: 'example-agent', version: '1.0.0' });
let stills = 0;
const headers = { Authorization: `Bearer ${API_KEY}` };
await tools.connect(new StreamableHTTPClientTransport(new URL('/mcp', BASE_URL), { requestInit: { headers } }));
const standIn = MODEL_URL === undefined ? await startScriptedModel() : undefined;
try {
  console.log(await converse(MODEL_URL ?? standIn!.url));
} finally {
  standIn?.stop();
  await tools.close();
}

/** Has the model call tools until it only writes; returns that. */
async function converse(url: string): Promise<string> {
  const { tools: listed } = await tools.listTools();
  const functions = listed.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const messages: object[] = [
    { role: 'system', content: `${tools.getInstructions() ?? ''}\n${RULES}` },
    { role: 'user', content: TASK },
  ];
  for (let answers = 0; answers < MOST_ANSWERS; answers++) {
    const message = await complete(url, { model: MODEL, messages, tools: functions });
    const { content, tool_calls: calls = [] } = message;
    messages.push(message);
    if (calls.length === 0) return content ?? '';
    const pictures: string[] = [];
    for (const { id, function: called } of calls) {
      const answer = await answerTo(called.name, called.arguments);
      console.log(`${called.name} ${answer.text.slice(0, 100)}`);
      messages.push({ role: 'tool', tool_call_id: id, content: answer.text });
      pictures.push(...answer.pictures);
    }
    if (pictures.length > 0) messages.push({ role: 'user', content: pictures.map(asContent) });
  }
  throw new Error(`The model has not ended after ${MOST_ANSWERS} answers.`);
}

async function complete(url: string, request: object): Promise<Completion['choices'][0]['message']> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(MODEL_KEY && { authorization: `Bearer ${MODEL_KEY}` }) },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(MODEL_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The model answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
  const { choices } = (await response.json()) as Completion;
  return choices[0]!.message;
}

function asContent(url: string): object {
  return { type: 'image_url', image_url: { url } };
}

/** Calls a tool. What costs credits is ordered only after the person at the terminal has agreed to its price. */
async function answerTo(name: string, json: string): Promise<ToolAnswer> {
  let input: Record<string, unknown>;
  try {
    input = JSON.parse(json) as Record<string, unknown>;
  } catch {
    return { text: '{"error":"The arguments are no JSON."}', pictures: [] };
  }
  // Approvals stay in this program: a model that has one could pay by itself.
  delete input['approval'];
  const answer = await callTool(name, input);
  const { needs_approval: needsApproval, credits, approval } = JSON.parse(answer.text) as Record<string, unknown>;
  if (needsApproval !== true) return answer;
  if (await agreed(`Pay ${String(credits)} credits for this video? [y/N] `))
    return callTool(name, { ...input, approval });
  return { text: '{"error":"The user has declined to pay."}', pictures: [] };
}

async function agreed(question: string): Promise<boolean> {
  const person = createInterface({ input: process.stdin, output: process.stdout });
  // Without a person, stdin has ended: that is a no.
  const reply = await Promise.race([person.question(question), once(person, 'close').then(() => '')]);
  person.close();
  return reply.trim().toLowerCase() === 'y';
}

/** Calls a tool, and writes its pictures to files, so that you see what the model sees. */
async function callTool(name: string, input: Record<string, unknown>): Promise<ToolAnswer> {
  const { content } = await tools.callTool({ name, arguments: input });
  const answer: ToolAnswer = { text: '{}', pictures: [] };
  for (const part of content) {
    if (part.type === 'text') answer.text = part.text;
    if (part.type !== 'image') continue;
    answer.pictures.push(`data:${part.mimeType};base64,${part.data}`);
    await writeFile(`still-${++stills}.webp`, Buffer.from(part.data, 'base64'));
  }
  return answer;
}
