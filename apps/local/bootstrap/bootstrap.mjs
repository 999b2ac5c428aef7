// Needs nothing but Node 20 and git's checkout: installs, finds ffmpeg and nats-server, builds, then runs a command on the
// Node that package-lock.json pins. Everything it says goes to stderr; a command's own output is the only thing on stdout.
const OLDEST_NODE = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(
    `Framewright needs Node ${OLDEST_NODE} or newer to start; this is ${process.version}. See https://nodejs.org/`,
  );
  process.exit(1);
}

const { run } = await import('./commands.mjs');
const [command, ...rest] = process.argv.slice(2);
try {
  process.exitCode = await run(command, rest);
} catch (error) {
  // A fault that the user can mend is printed as a plain message; any other fault is ours and is printed with its
  // stack.
  console.error(error.name === 'UserError' ? `\n${error.message}\n` : error);
  process.exitCode = 1;
}
