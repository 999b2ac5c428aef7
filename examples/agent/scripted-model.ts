// An OpenAI-compatible endpoint that needs no model: it makes one video, with one mistake that it corrects.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

const HEADLINE = {
  ...{ name: 'headline', type: 'text', text: 'We open on Saturday', left: 90, right: 90, top: 620, height: 420 },
  ...{ font_size: 150, weight: 800, line_height: 1.05, fit_text: 'shrink', vertical_align: 'bottom' },
  enter: { type: 'slide', direction: 'up', distance: 80, easing: 'out-cubic' },
};
const PLACE = {
  ...{ name: 'place', type: 'text', text: '12 Harbor Street, from nine', left: 90, right: 90, top: 1090, height: 60 },
  ...{ font_size: 48, fit_text: 'shrink', text_color: '#ffd9a0', enter: { type: 'fade', delay: 0.4 } },
};
/** The mistake: a text has `text_color`. */
const LAYERS = [{ ...HEADLINE, color: '#ffffff' }, PLACE];
const BACKGROUND = 'linear-gradient(165deg, #7a2e3b, #2b1630)';
const PAGE = { number: 1, duration: 2, background_color: BACKGROUND, layers: LAYERS };
const DOCUMENT = { name: 'Opening', width: 1080, height: 1920, pages: [PAGE] };

/** Facts in the answers of tools that the script needs. */
interface Answer {
  template_id?: string;
  revision?: number;
  faults?: { path: string }[];
  video_id?: string;
  video_url?: string;
}

type Step = [tool: string, input: object];

/** Each step is made of all answers so far, merged: the newest one counts. */
const STEPS: readonly ((known: Answer) => Step)[] = [
  () => ['find_templates', { query: DOCUMENT.name }],
  () => ['create_draft', { document: DOCUMENT }],
  ({ template_id }) => ['describe_template', { template_id }],
  ({ template_id, faults: [fault] = [] }) => [
    'patch_draft',
    { template_id, patch: [{ op: 'move', from: fault?.path, path: '/pages/0/layers/0/text_color' }] },
  ],
  ({ template_id }) => ['validate_video', { template_id }],
  ({ template_id }) => ['draw_still', { template_id, t: 1.5 }],
  ({ template_id, revision }) => ['publish_draft', { template_id, revision }],
  ({ template_id }) => ['render_video', { template_id }],
  ({ video_id }) => ['follow_video', { video_id, wait_seconds: 50 }],
  ({ template_id }) => ['render_video', { template_id, test: false }],
  ({ video_id }) => ['follow_video', { video_id, wait_seconds: 50 }],
];

interface Asked {
  messages: { role: string; content: string }[];
}

function nextMessage({ messages }: Asked): object {
  const answers = messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content) as Answer & { error?: unknown });
  const last = answers.at(-1);
  if (last?.error) return { role: 'assistant', content: `I have stopped: ${JSON.stringify(last.error)}` };
  const known = Object.assign({}, ...answers) as Answer;
  const step = STEPS[answers.length]?.(known);
  if (!step) return { role: 'assistant', content: `The video: ${known.video_url}` };
  const [name, input] = step;
  const call = { id: `call-${answers.length}`, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  return { role: 'assistant', content: null, tool_calls: [call] };
}

export async function startScriptedModel(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    void json(request).then((asked) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: nextMessage(asked as Asked) }] }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close().closeAllConnections(),
  };
}
