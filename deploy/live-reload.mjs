// What an image for `skaffold dev` runs: the app named by APP, compiled and started anew when a source changes.
import { spawn } from 'node:child_process';

const nest = spawn('nest', ['start', process.env.APP, '--watch'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => nest.kill(signal));
nest.on('exit', (code) => process.exit(code ?? 1));
