import { availableParallelism, freemem, tmpdir } from 'node:os';
import { statfs } from 'node:fs/promises';
import { parseArguments } from '../arguments/parse-arguments.js';
import { EnvironmentError } from '../cli-error.js';
import { checkTools } from '#libs/encode';
import { messageOf } from '#libs/errors';
import { createCanvas } from '#libs/frames';
import { findFfmpeg } from '../engine/find-programs.js';
import { VERSION } from '../version.js';
import type { Context } from './context.js';
import { DOCTOR } from './table.js';

interface Finding {
  name: string;
  ok: boolean;
  text: string;
}

/** Bytes free for files in progress, less than which is reported. */
const LEAST_BYTES = 500_000_000;

/** Checks what rendering needs of this machine. */
export async function doctor(args: readonly string[], { reporter, environment }: Context): Promise<void> {
  parseArguments(DOCTOR, args);
  const checks: [name: string, check: () => string | Promise<string>][] = [
    ['framewright', () => VERSION],
    ['node', () => `${process.version}, ${availableParallelism()} cores, ${megabytes(freemem())} of memory free`],
    ['ffmpeg', () => ffmpegFacts(environment)],
    ['pictures', paintedPixel],
    ['disk', diskFacts],
  ];
  const findings: Finding[] = [];
  for (const [name, check] of checks) findings.push(await found(name, check));
  const wrong = findings.filter(({ ok }) => !ok);
  reporter.result(
    { ok: wrong.length === 0, findings },
    findings.map(({ name, ok, text }) => `${ok ? '✓' : '✗'} ${name.padEnd(12)} ${text}`),
  );
  if (wrong.length > 0) throw new EnvironmentError(`Rendering needs ${wrong.map(({ name }) => name).join(' and ')}.`);
}

async function found(name: string, check: () => string | Promise<string>): Promise<Finding> {
  try {
    return { name, ok: true, text: await check() };
  } catch (error) {
    return { name, ok: false, text: messageOf(error) };
  }
}

async function ffmpegFacts(environment: NodeJS.ProcessEnv): Promise<string> {
  const tools = findFfmpeg(environment);
  const { version, missingEncoders } = await checkTools(tools);
  if (missingEncoders.length > 0) throw new Error(`${tools.ffmpeg} ${version} lacks ${missingEncoders.join(', ')}`);
  return `${version}, ${tools.ffmpeg}`;
}

function paintedPixel(): string {
  const context = createCanvas(2, 2).getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 2, 2);
  if (context.getImageData(0, 0, 1, 1).data[0] !== 255) throw new Error('Skia does not paint');
  return 'Skia paints';
}

async function diskFacts(): Promise<string> {
  const folder = tmpdir();
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < LEAST_BYTES) throw new Error(`${folder} has only ${megabytes(free)} free; TMPDIR names another folder`);
  return `${megabytes(free)} free in ${folder}`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
