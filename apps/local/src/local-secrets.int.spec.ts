import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NATS_USERS } from '#libs/messaging';
import { temporaryFolder } from '#libs/testing';
import { DataFolder } from './data-folder.js';
import { type LocalSecrets, localSecrets } from './local-secrets.js';

describe('the secrets of a data folder', () => {
  let path: string;
  let folder: DataFolder;

  beforeEach(async () => {
    path = temporaryFolder('secrets');
    folder = await DataFolder.open(path);
  });

  afterEach(() => {
    folder.close();
    rmSync(path, { recursive: true });
  });

  it('are made once, one for every NATS user, for their owner’s eyes only', () => {
    const secrets = localSecrets(folder);
    expect(Object.keys(secrets.nats_passwords)).toEqual(Object.keys(NATS_USERS));
    expect(localSecrets(folder)).toEqual(secrets);
    expect(statSync(join(path, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('of an earlier version stay, and what it did not need yet is added for good', () => {
    const earlier: Partial<LocalSecrets> = localSecrets(folder);
    delete earlier.nats_passwords;
    folder.write('secrets.json', earlier);
    const secrets = localSecrets(folder);
    expect(secrets).toMatchObject(earlier);
    expect(localSecrets(folder)).toEqual(secrets);
  });
});
