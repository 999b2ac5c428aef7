/** The file of a thread's program, and Node's options for it. */
export interface ThreadProgram {
  filename: string;
  execArgv: string[];
}

/**
 * The program in a file beside a module. Specs run the TypeScript sources.
 *
 * @param moduleUrl `import.meta.url` of the module
 * @param path of the program's file, relative to the module, without the extension
 */
export function threadProgram(moduleUrl: string, path: string): ThreadProgram {
  const isSource = moduleUrl.endsWith('.ts');
  const loader = new URL('../../testing/src/typescript-loader.mjs', import.meta.url);
  return {
    filename: new URL(`${path}.${isSource ? 'ts' : 'js'}`, moduleUrl).href,
    execArgv: isSource ? ['--import', loader.href] : [],
  };
}
