import fs from 'node:fs';

const root = new URL('..', import.meta.url);
const swcrc = JSON.parse(fs.readFileSync(new URL('.swcrc', root), 'utf8'));

export default {
  rootDir: '..',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testEnvironment: '<rootDir>/test/plain-global-environment.cjs',
  setupFiles: ['reflect-metadata', '<rootDir>/test/property-seed.mjs'],
  testMatch: ['**/*.spec.ts', '**/*.e2e.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  maxWorkers: 3, // on two cores: half of the time a suite waits for clocks, processes and disks
  workerIdleMemoryLimit: '600MB',
  testTimeout: 120_000,
  testSequencer: '<rootDir>/test/tiers.mjs',
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcrc, swcrc: false, sourceMaps: 'inline' }] },
  moduleNameMapper: {
    '^#libs/(.*)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};
