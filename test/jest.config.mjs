export default {
  rootDir: '..',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testEnvironment: '<rootDir>/test/runner/environment.mjs',
  runtime: '<rootDir>/test/runner/runtime.mjs',
  setupFiles: ['reflect-metadata', '<rootDir>/test/property-seed.mjs'],
  testMatch: ['**/*.spec.ts', '**/*.e2e.ts'],
  maxWorkers: 3, // on two cores: half of the time a suite waits for clocks, processes and disks
  workerIdleMemoryLimit: '600MB',
  workerGracefulExitTimeout: 60_000, // a worker that ends keeps the code that V8 has compiled for the next
  testTimeout: 120_000,
  testSequencer: '<rootDir>/test/tiers.mjs',
  transform: {},
};
