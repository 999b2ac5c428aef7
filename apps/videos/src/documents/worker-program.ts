/** Where the threads' program lies, and how Node runs it: specs run our sources, which are TypeScript. */
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
