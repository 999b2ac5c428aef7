import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Runs a program to its end and returns what it printed on stdout.
 * @throws Error with the end of its output
 */
export async function run(program, args, options) {
  return (await runForOutput(program, args, options)).stdout;
}

/** Like `run`, and returns what it printed as `{ stdout, stderr }`. `input`: what it reads on stdin, a string, a Buffer or a stream. */
export async function runForOutput(program, args, { input, ...options } = {}) {
  const running = execute(program, args, { maxBuffer: 1 << 28, ...options });
  // A program that ends before it has read all of its input reports the reason itself.
  const chunks = input instanceof Readable ? input : [input];
  if (input !== undefined) void pipeline(chunks, running.child.stdin).catch(() => undefined);
  try {
    return await running;
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().split('\n').slice(-25).join('\n');
    throw new Error(`${program} ${args.slice(0, 6).join(' ')} …: ${error.code ?? error.signal}\n${output}`, {
      cause: error,
    });
  }
}
