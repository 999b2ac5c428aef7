/** Arguments for Node before the path of a `.ts` file of ours: specs start our own programs without a build. */
export const TYPESCRIPT_ARGUMENTS: string[] = ['--import', new URL('./typescript-loader.mjs', import.meta.url).href];
