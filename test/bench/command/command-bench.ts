import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, timed } from '../cpu-time.ts';
import { installCommand } from '../../e2e/packed-command.ts';
import { chosen } from '../render/chosen.ts';
import { ADDRESS, FPS } from '../render/templates.ts';
import type { Json } from '../templates/documents/layers.ts';
import { TemplateService } from '../templates/template-service.ts';
import { makeTemplateAssets, templateDocument } from '../templates/templates.ts';

const ROUNDS = 3;
/** Each has another size than the one before it, so that the slot paints it again. */
const TEMPLATES = ['promo', 'story', 'data card', 'lower third'] as const;
/** Nearly nothing to render: what is left is the start of the command. */
const NOTHING: Json = {
  ...{ name: 'Nothing', width: 64, height: 64 },
  pages: [{ number: 1, duration: 0.1, background_color: 'black', layers: [] }],
};

/**
 * CPU of `framewright render`, its start included, beside that of a warm slot of the service for the same video, and for one
 * that shows its pages twice: what is beside the start in a process that renders its first video grows with its length or
 * does not. Both alternate, and the medians are compared. Needs Linux.
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
    await installCommand(folder);
    const command = new Command(folder, assets);
    await command.cpuS(NOTHING);
    const names = chosen(TEMPLATES, options);
    const once = names.map((name) => ({ name, document: templateDocument(name), slotS: [0], commandS: [0] }));
    const again = once.map((each) => ({ ...each, document: twice(each.document), slotS: [0], commandS: [0] }));
    const starts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      starts.push(await command.cpuS(NOTHING));
      for (const each of [...once, ...again]) {
        each.slotS[round] = (await service.render(each.document)).slotS;
        each.commandS[round] = await command.cpuS(each.document);
      }
    }
    const startS = median(starts);
    print(`CPU seconds, medians of ${ROUNDS}; the command's start takes ${startS.toFixed(2)}\n`);
    print('| template | warm slot | command | without its start | × the slot | twice as long, × the slot, beyond |');
    print('| --- | --- | --- | --- | --- | --- |');
    for (const [index, { name, slotS, commandS }] of once.entries()) {
      const [slot, whole] = [median(slotS), median(commandS)];
      const beyond = (median(again[index]!.commandS) - whole) / (median(again[index]!.slotS) - slot);
      const figures = [slot, whole, whole - startS, (whole - startS) / slot, beyond].map((value) => value.toFixed(2));
      print(`| ${[name, ...figures].join(' | ')} |`);
    }
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The document with its pages shown twice. */
function twice(document: Json): Json {
  const pages = document['pages'] as Json[];
  return { ...document, pages: [...pages, ...pages].map((page, index) => ({ ...page, number: index + 1 })) };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The packed command. */
class Command {
  private readonly folder: string;
  private readonly assets: string;

  constructor(folder: string, assets: string) {
    this.folder = folder;
    this.assets = assets;
  }

  async cpuS(document: Json): Promise<number> {
    await mkdir(join(this.folder, 'work'), { recursive: true });
    const template = join(this.folder, 'work/template.json');
    await writeFile(template, JSON.stringify(document).replaceAll(ADDRESS, `${this.assets}/`));
    const program = join(this.folder, 'node_modules/framewright/dist/framewright.mjs');
    const args = ['render', template, '-o', join(this.folder, 'work/a.mp4'), '--fps', `${FPS}`, '--force', '--json'];
    return (await timed([process.execPath, program, ...args])).cpuS;
  }
}
