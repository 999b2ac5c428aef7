import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { sourceMaps } from '../../libs/testing/src/typescript-loader.mjs';
import './loader.mjs';

const require = createRequire(import.meta.url);
let filesWithOwnModules = 0;

/**
 * Loads spec files as Node loads any module. All spec files of a worker share the modules that they import, as the requests
 * of a service do. Jest's own runtime reads, links and compiles them again for each file, which takes longer than most
 * files run. In return, modules cannot be mocked here, and coverage is not measured.
 */
export default class NodeRuntime {
  #environment;
  #specFile;

  constructor(_config, environment, _resolver, _transformer, _sources, _coverage, specFile) {
    this.#environment = environment;
    this.#specFile = specFile;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const url = pathToFileURL(path);
    if (path === this.#specFile && this.#environment.hasOwnModules) url.search = `own=${++filesWithOwnModules}`;
    await import(url.href);
  }

  /** Loads what collects and runs tests, once for each file: its state is that of one file. */
  requireInternalModule(path) {
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete require.cache[path];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  /** Takes what globals.mjs stands for. */
  setGlobalsForRuntime(globals) {
    const { moduleMocker, fakeTimersModern } = this.#environment;
    const jest = {
      fn: moduleMocker.fn.bind(moduleMocker),
      spyOn: moduleMocker.spyOn.bind(moduleMocker),
      restoreAllMocks: () => moduleMocker.restoreAllMocks(),
      useFakeTimers: (options) => fakeTimersModern.useFakeTimers(options),
      useRealTimers: () => fakeTimersModern.useRealTimers(),
      advanceTimersByTime: (ms) => fakeTimersModern.advanceTimersByTime(ms),
    };
    globalThis[Symbol.for('framewright.jest')] = { ...globals, jest };
  }

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}
