#!/usr/bin/env node
// The program of the package. It states in a line that Node is too old, before anything is loaded that needs a newer one.
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(`framewright needs Node 22.12 or newer; this is ${process.version}. See https://nodejs.org/`);
  process.exit(2);
}
module.enableCompileCache?.();
await import(new URL('./main.js', import.meta.url).href);
