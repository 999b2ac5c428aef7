import 'reflect-metadata';
import { runProgram } from './run-program.js';

const abort = new AbortController();
process.exitCode = await runProgram(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  environment: process.env,
  abort,
});
