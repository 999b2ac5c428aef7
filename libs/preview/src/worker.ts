import type { FromWorker, ToWorker } from './protocol.js';
import { loadParts } from '../../frames/src/browser/index.js';
import { Screen } from './screen.js';
import { Session } from './session.js';
import { plannedSounds } from './sound/planned-sounds.js';

/** A worker's side of its messages. */
interface Scope {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}

type Message<Type extends ToWorker['type']> = Extract<ToWorker, { type: Type }>;

const scope = globalThis as unknown as Scope;

let session: Session | undefined;
let screen: Screen | undefined;
/** Pending messages, the newest of a kind only; questions are answered one by one. */
let open: Message<'open'> | undefined;
let show: Message<'show'> | undefined;
const questions: (Message<'read'> | Message<'place'> | Message<'fetch'>)[] = [];
/** The frame that was shown when playing began, and the time. */
let playing: { readonly fromFrame: number; readonly startMs: number } | undefined;
let shownFrame = 0;
let isWorking = false;
/** Whether a frame was shown, after which the rest of the engine is loaded: nothing stands still for it while it plays. */
let hasShown = false;

scope.addEventListener('message', ({ data }) => {
  take(data);
  if (!isWorking) void work();
});

function take(message: ToWorker): void {
  switch (message.type) {
    case 'start':
      session = new Session(message.files, (file) => send({ type: 'missing', ...file }));
      screen = message.canvas && new Screen(message.canvas);
      break;
    case 'open':
      for (const { id } of [open, show].filter((each) => each !== undefined)) send({ type: 'superseded', id });
      [open, show, playing] = [message, undefined, undefined];
      break;
    case 'show':
      if (show) send({ type: 'superseded', id: show.id });
      [show, playing] = [message, undefined];
      break;
    case 'read':
    case 'place':
    case 'fetch':
      questions.push(message);
      break;
    case 'strip':
      if (session) void sendStrip(session, message);
      break;
    case 'play':
      playing = { fromFrame: shownFrame, startMs: performance.now() };
      break;
    case 'pause':
      playing = undefined;
  }
}

async function work(): Promise<void> {
  isWorking = true;
  while (session && (open ?? questions[0] ?? show ?? playing)) {
    await step(session);
    // Messages that came meanwhile are taken first.
    await new Promise((resolve) => setTimeout(resolve));
  }
  isWorking = false;
}

async function step(on: Session): Promise<void> {
  if (open) {
    const request = open;
    open = undefined;
    await answering(request, () => openIn(on, request));
  } else if (questions[0]) {
    const question = questions.shift()!;
    await answering(question, () => reply(on, question));
  } else if (show) {
    const { id, frame } = show;
    show = undefined;
    await answering({ id }, async () => {
      await paint(on, frame);
      send({ type: 'shown', id, frame });
    });
    if (!hasShown) void loadParts().catch(() => undefined);
    hasShown = true;
  } else if (playing) await playNext(on, playing);
}

async function openIn(on: Session, request: Message<'open'>): Promise<void> {
  const opened = await on.open(request);
  const { id } = request;
  if (open) send({ type: 'superseded', id });
  else if (opened.ok)
    send({ type: 'opened', id, opened: opened.value, sounds: on.timeline ? plannedSounds(on.timeline) : [] });
  else send({ type: 'refused', id, faults: opened.faults });
}

async function sendStrip(on: Session, { id, url }: Message<'strip'>): Promise<void> {
  await answering({ id }, async () => {
    const strip = await on.strip(url);
    send({ type: 'strip', id, strip }, [...strip.pictures]);
  });
}

async function reply(on: Session, question: (typeof questions)[number]): Promise<void> {
  const { id } = question;
  if (question.type === 'place') send({ type: 'placed', id, layers: await on.place(question.frame) });
  else if (question.type === 'fetch') {
    const bytes = (await on.fetch(question.url)).slice().buffer;
    send({ type: 'fetched', id, bytes }, [bytes]);
  } else {
    const pixels = (await on.draw(question.frame)).slice();
    send({ type: 'pixels', id, pixels }, [pixels.buffer]);
  }
}

/** Shows the frame that is due now. Frames for which there was no time are left out. */
async function playNext(on: Session, { fromFrame, startMs }: NonNullable<typeof playing>): Promise<void> {
  const { fps, frameCount } = on.timeline ?? { fps: 1, frameCount: 0 };
  const frame = fromFrame + Math.floor(((performance.now() - startMs) / 1000) * fps);
  try {
    if (frame >= frameCount) throw new RangeError('the end');
    if (frame !== shownFrame) {
      await paint(on, frame);
      send({ type: 'played', frame });
    }
  } catch {
    playing = undefined;
    send({ type: 'stopped' });
  }
}

async function paint(on: Session, frame: number): Promise<void> {
  const pixels = await on.draw(frame);
  shownFrame = frame;
  if (on.timeline) screen?.show(pixels, on.timeline);
}

async function answering({ id }: { readonly id: number }, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: FromWorker, transfer: Transferable[] = []): void {
  scope.postMessage(message, transfer);
}
