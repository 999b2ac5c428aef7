import process from 'node:process';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Events whose listeners are removed at the end of a spec file: one that stayed would act in the files after it. */
const OF_A_FILE = /^SIG|^uncaughtException|^unhandledRejection$|^warning$/;

/**
 * The environment of a spec file: the globals of its process, which all spec files of a worker share. What a file leaves in
 * its process is taken back when it ends.
 */
export default class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #variables = { ...process.env };
  #folder = process.cwd();
  #exit = process.exit;
  #listeners = new Set(listenersOfAFile().map(({ listener }) => listener));

  constructor({ projectConfig }, { docblockPragmas }) {
    /** The file changes modules that it imports: it begins with the comment `@modules own`. */
    this.hasOwnModules = docblockPragmas.modules === 'own';
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  setup() {}

  teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    process.chdir(this.#folder);
    process.exit = this.#exit;
    for (const { event, listener } of listenersOfAFile())
      if (!this.#listeners.has(listener)) process.off(event, listener);
  }

  /** Null: spec files run in the context of the process. */
  getVmContext() {
    return null;
  }
}

function listenersOfAFile() {
  const events = process.eventNames().filter((event) => OF_A_FILE.test(String(event)));
  return events.flatMap((event) => process.rawListeners(event).map((listener) => ({ event, listener })));
}
