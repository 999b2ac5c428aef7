import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../cpu-time.ts';
import { chosen } from '../render/chosen.ts';
import type { Json } from '../templates/documents/layers.ts';
import { TemplateService } from '../templates/template-service.ts';
import { makeTemplateAssets, templateDocument } from '../templates/templates.ts';
import { firstOfItsKind, unseen } from '../templates/unseen.ts';
import { type CommandFigures, MeasuredCommand } from './measured-command.ts';

const ROUNDS = 3;
const TEMPLATES = ['promo', 'story', 'data card', 'lower third'] as const;
/** Nearly nothing to render: what is left is the start of the command. */
const NOTHING: Json = {
  ...{ name: 'Nothing', width: 64, height: 64 },
  pages: [{ number: 1, duration: 0.1, background_color: 'black', layers: [] }],
};

/** CPU seconds of one video: of the process that draws, of its programs, and of the decoding of the finished file in these. */
type Figures = CommandFigures;

const NONE: Figures = { ownS: 0, programsS: 0, checkS: 0 };

/** A template, with the figures of each round. */
interface Compared {
  name: string;
  document: Json;
  slot: Figures[];
  /** The slot where it has the sound from another video. */
  withSound: Figures[];
  command: Figures[];
}

/**
 * CPU of `framewright render`, its start included, beside that of a warm slot of the service for the same video, and for one
 * that shows its pages twice: what is beside the start in a process that renders its first video grows with its length or
 * does not. Both alternate, and the medians are compared. In each round the video is one that the slot can have nothing of;
 * what it saves where it has the sound is measured apart. Needs Linux.
 *
 * Options: words choose the templates whose names they begin.
 */
export async function commandBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const assets = join(tmpdir(), 'framewright-bench-assets');
  // As the command finds its code after a first run.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'code');
  await makeTemplateAssets(assets);
  const service = await TemplateService.start(assets, NOTHING);
  try {
    const command = await MeasuredCommand.install(folder, assets);
    await command.render(NOTHING);
    const once = chosen(TEMPLATES, options).map((name) => compared(name, templateDocument(name)));
    const again = once.map(({ name, document }) => compared(name, twice(document)));
    for (const { document } of once) await service.render(document); // fetches its files
    const starts: Figures[] = [];
    let number = 1;
    for (let round = 1; round <= ROUNDS; round++) {
      starts.push(await command.render(NOTHING));
      for (const each of once) await measureWithSound(each, number++, service);
      for (const each of [...once, ...again]) await measure(each, number++, { service, command });
    }
    printAll(starts, once, again);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function compared(name: string, document: Json): Compared {
  return { name, document, slot: [], withSound: [], command: [] };
}

/** The document with its pages shown twice. */
function twice(document: Json): Json {
  const pages = document['pages'] as Json[];
  return { ...document, pages: [...pages, ...pages].map((page, index) => ({ ...page, number: index + 1 })) };
}

async function measure(
  { document, slot, command: figures }: Compared,
  number: number,
  { service, command }: { service: TemplateService; command: MeasuredCommand },
): Promise<void> {
  const other = unseen(document, number);
  slot.push(await figuresOf(other, service));
  figures.push(await command.render(other));
}

/** Measures the slot with the sound of the template's first video, which it keeps for half an hour. */
async function measureWithSound(
  { document, withSound }: Compared,
  number: number,
  service: TemplateService,
): Promise<void> {
  withSound.push(await figuresOf({ ...unseen(document, number), audio: document['audio'] }, service));
}

/** Figures of a warm slot for a video that is not decoded. */
async function figuresOf(document: Json, service: TemplateService): Promise<Figures> {
  await service.render(firstOfItsKind(document));
  const { ownS, programsS } = await service.render(document);
  return { ownS, programsS, checkS: 0 };
}

function printAll(starts: readonly Figures[], once: readonly Compared[], again: readonly Compared[]): void {
  const start = middle(starts);
  print(`CPU seconds, medians of ${ROUNDS}; own + programs. The command's start takes ${words(start)}\n`);
  print('| template | warm slot | of it sound | command | × the slot | its check | × without it |');
  print('| --- | --- | --- | --- | --- | --- | --- |');
  const all = { slot: NONE, command: NONE };
  for (const [index, first] of once.entries()) {
    const [slot, command] = [middle(first.slot), middle(first.command)];
    const saved = less(slot, middle(first.withSound));
    print(row(first.name, { slot, saved: sumOf(saved).toFixed(2), command: less(command, start) }));
    const second = again[index]!;
    const beyond = { slot: less(middle(second.slot), slot), command: less(middle(second.command), command) };
    print(row(`${first.name}, beyond`, { ...beyond, saved: '' }));
    all.slot = plus(all.slot, beyond.slot);
    all.command = plus(all.command, beyond.command);
  }
  print(row('all, beyond', { ...all, saved: '' }));
}

function row(name: string, { slot, saved, command }: { slot: Figures; saved: string; command: Figures }): string {
  const { checkS } = command;
  const [ofSlot, whole] = [sumOf(slot), sumOf(command)];
  const figures = [whole / ofSlot, checkS, (whole - checkS) / ofSlot].map((value) => value.toFixed(2));
  return `| ${[name, words(slot), saved, words(command), ...figures].join(' | ')} |`;
}

function middle(figures: readonly Figures[]): Figures {
  const of = (key: keyof Figures): number => median(figures.map((each) => each[key]));
  return { ownS: of('ownS'), programsS: of('programsS'), checkS: of('checkS') };
}

function less(one: Figures, other: Figures): Figures {
  return combined([one, other], (a, b) => a - b);
}

function plus(one: Figures, other: Figures): Figures {
  return combined([one, other], (a, b) => a + b);
}

function combined([one, other]: readonly [Figures, Figures], combine: (a: number, b: number) => number): Figures {
  const of = (key: keyof Figures): number => combine(one[key], other[key]);
  return { ownS: of('ownS'), programsS: of('programsS'), checkS: of('checkS') };
}

function sumOf({ ownS, programsS }: Figures): number {
  return ownS + programsS;
}

function words(figures: Figures): string {
  return `${figures.ownS.toFixed(2)} + ${figures.programsS.toFixed(2)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
