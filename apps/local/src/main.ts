import { UserError } from './user-error.js';
import { demoCommand } from './demo-command.js';
import { operatorCommand } from './operator-command.js';
import { outliveFullDisk } from './output-on-full-disk.js';
import { startCommand } from './start-command.js';

const COMMANDS: Record<string, (args: readonly string[]) => Promise<number>> = {
  start: startCommand,
  demo: demoCommand,
  operator: operatorCommand,
};

outliveFullDisk(process.stdout);
outliveFullDisk(process.stderr);
const [name = '', ...args] = process.argv.slice(2);
try {
  const command = COMMANDS[name];
  if (!command) throw new UserError(`Unknown command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(await command(args));
} catch (error) {
  const text = error instanceof UserError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\n${text}\n\n`);
  process.exit(1);
}
