/** The address of a WebAssembly file, which the bundler puts beside the scripts. */
declare module '*.wasm?url' {
  const address: string;
  export { address as default };
}
