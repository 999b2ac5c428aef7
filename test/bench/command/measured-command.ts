import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkOutput } from '#libs/encode';
import { cpuSecondsOfChildren } from '../api/cpu-of.ts';
import { timed } from '../cpu-time.ts';
import { installCommand } from '../../e2e/packed-command.ts';
import { ADDRESS, FPS } from '../render/templates.ts';
import { compileDocument } from '../render/work.ts';
import type { Json } from '../templates/documents/layers.ts';

/** CPU seconds of a video. */
export interface CommandFigures {
  /** The process that draws. */
  ownS: number;
  /** The programs that it starts: ffmpeg, ffprobe. */
  programsS: number;
  /** The part of these that decodes the finished file. */
  checkS: number;
}

/** Writes at the end of a process how much CPU time it has used without its programs. */
const HOOK = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.OWN_CPU_TIME, String((user + system) / 1e6));
});`;

/** The packed command. */
export class MeasuredCommand {
  private readonly folder: string;
  private readonly assets: string;

  private constructor(folder: string, assets: string) {
    this.folder = folder;
    this.assets = assets;
  }

  /** @param assets the folder of the files that templates show */
  static async install(folder: string, assets: string): Promise<MeasuredCommand> {
    await installCommand(folder);
    await mkdir(join(folder, 'work'), { recursive: true });
    await writeFile(join(folder, 'hook.mjs'), HOOK);
    return new MeasuredCommand(folder, assets);
  }

  async render(document: Json): Promise<CommandFigures> {
    const at = (name: string): string => join(this.folder, name);
    const [template, output, own] = [at('work/template.json'), at('work/a.mp4'), at('work/own')];
    await writeFile(template, JSON.stringify(document).replaceAll(ADDRESS, `${this.assets}/`));
    process.env['OWN_CPU_TIME'] = own;
    const program = [
      '--import',
      pathToFileURL(at('hook.mjs')).href,
      at('node_modules/framewright/dist/framewright.mjs'),
    ];
    const args = ['render', template, '-o', output, '--fps', `${FPS}`, '--force', '--json'];
    const { cpuS } = await timed([process.execPath, ...program, ...args]);
    const ownS = Number(await readFile(own, 'utf8'));
    return { ownS, programsS: cpuS - ownS, checkS: await checkS(document, output) };
  }
}

/** CPU seconds of decoding a finished file as the command does. */
async function checkS(document: Json, output: string): Promise<number> {
  const { width, height, fps, frameCount } = compileDocument(document);
  const before = cpuSecondsOfChildren(process.pid);
  const check = await checkOutput(output, { width, height, fps, frameCount, format: 'mp4' });
  if (!check.ok) throw new Error(check.faults.join('; '));
  return cpuSecondsOfChildren(process.pid) - before;
}
