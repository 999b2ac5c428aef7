import { expect, it } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { serve } from '#libs/testing';
import { BRIEFS, documentFor, missed } from './briefs.ts';
import { localApi } from './local-api.ts';
import { runModel } from './model-agent.ts';

const BRIEF = BRIEFS[0]!;

interface Asked {
  model: string;
  tools: { function: { name: string } }[];
  messages: { role: string; content: string }[];
}

/** The next step of a scripted model: a draft with a fault, its correction by the path of the answer, the end. */
function nextMessage({ messages }: Asked): object {
  const answers = messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content) as AnswerFacts);
  const [first] = answers;
  const call = (name: string, input: object) => ({
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: `call-${messages.length}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
    ],
  });
  if (!first) return call('create_draft', { document: { ...documentFor(BRIEF.outcome), framerate: 25 } });
  if (answers.length > 1) return { role: 'assistant', content: 'done' };
  const patch = first.faults.map(({ path }) => ({ op: 'remove', path }));
  return call('patch_draft', { template_id: first.template_id, patch });
}

interface AnswerFacts {
  template_id: string;
  faults: { path: string }[];
}

it('a model at an OpenAI-compatible endpoint writes a draft by tools, and its calls and tokens are counted', async () => {
  const asked: Asked[] = [];
  const server = await serve((request, response) => {
    void text(request).then((body) => {
      asked.push(JSON.parse(body) as Asked);
      const answer = { choices: [{ message: nextMessage(asked.at(-1)!) }], usage: { total_tokens: 100 } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  try {
    const api = localApi();
    const run = await runModel(BRIEF.ask, { url: server.url, model: 'scripted' }, { api, secret: 'none', nowMs: 0 });
    expect(run).toMatchObject({ calls: 2, tokens: 300, isFirstClean: false, isClean: true });
    expect(missed(api.draftOf(run.templateId!), BRIEF.outcome)).toEqual([]);
    expect(asked[0]).toMatchObject({ model: 'scripted', messages: [{ role: 'system' }, { content: BRIEF.ask }] });
    expect(asked[0]!.tools.map(({ function: { name } }) => name)).toContain('patch_draft');
  } finally {
    await server.stop();
  }
});
