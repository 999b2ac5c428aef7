// What an image for `skaffold dev` runs: the app named by APP, compiled and restarted when a source changes.
import { spawn } from 'node:child_process';

// Without a shell between: nest would look for the process to end with `ps`, which the image has not.
const nest = spawn('nest', ['start', process.env.APP, '--watch', '--no-shell'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => nest.kill(signal));
nest.on('exit', (code) => process.exit(code ?? 1));
