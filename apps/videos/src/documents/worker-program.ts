/** The file of the threads' program, and Node's options for it: specs run the TypeScript sources. */
export interface WorkerProgram {
  filename: string;
  execArgv: string[];
}

export function workerProgram(): WorkerProgram {
  const isSource = import.meta.url.endsWith('.ts');
  const loader = new URL('../../../../libs/testing/src/typescript-loader.mjs', import.meta.url);
  return {
    filename: new URL(`./document-worker.${isSource ? 'ts' : 'js'}`, import.meta.url).href,
    execArgv: isSource ? ['--import', loader.href] : [],
  };
}
