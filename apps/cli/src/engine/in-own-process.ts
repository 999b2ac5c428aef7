import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CliError, EXIT } from '../cli-error.js';
import type { FromProcess, ToProcess } from './process-protocol.js';
import type { RenderedFile, RenderWatch } from './render-video.js';
import type { VideoRenderer } from './video-renderer.js';

/** Renders in a process of its own, which ends with this one. */
export function inOwnProcess(start: ToProcess['start']): VideoRenderer {
  let child: ChildProcess | undefined;
  const open = (): ChildProcess => {
    if (child?.connected) return child;
    const program = fileURLToPath(new URL('./render-process.js', import.meta.url));
    return (child = fork(program, [JSON.stringify(start)], { serialization: 'advanced' }));
  };
  return {
    // The request is of no use there.
    render: ({ draft }, output, watch) => renderIn(open(), { draft: { ...draft, request: null }, output }, watch),
    [Symbol.asyncDispose]: () => end(child),
  };
}

function renderIn(
  child: ChildProcess,
  work: ToProcess['work'],
  { signal, onFrame }: RenderWatch,
): Promise<RenderedFile> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      child.off('message', receive).off('exit', lost);
      signal.removeEventListener('abort', abort);
      act();
    };
    const receive = (message: FromProcess): void => {
      if (message.type === 'ready') child.send(work);
      else if (message.type === 'progress') onFrame(message.done);
      else if (message.type === 'done') settle(() => resolve(message.file));
      else {
        const { message: text, exitCode, code } = message;
        settle(() => reject(new CliError(text, exitCode, { code })));
      }
    };
    const lost = (): void => {
      const message = 'the process that renders has ended';
      settle(() => reject(new CliError(message, EXIT.tryAgain, { code: 'RENDER_FAILED' })));
    };
    const abort = (): void => {
      void end(child).then(() => settle(() => reject(signal.reason as Error)));
    };
    child.on('message', receive).on('exit', lost);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}

/** Ends the process, which removes its files. */
async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  await exited;
}
