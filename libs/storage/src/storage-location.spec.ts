import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '#libs/runtime';
import { StorageConfig } from './storage.config.js';
import { parseStorageUrl } from './storage-location.js';

describe('a storage URL', () => {
  it.each([
    ['file:///data', { kind: 'disk', folder: '/data' }],
    ['file:///with%20a%20space', { kind: 'disk', folder: '/with a space' }],
    ['s3://videos', { kind: 's3', bucket: 'videos', prefix: '', pathStyle: false }],
    ['s3://videos/', { kind: 's3', bucket: 'videos', prefix: '', pathStyle: false }],
    ['s3://videos/a/b/?region=eu-central-1', { prefix: 'a/b/', region: 'eu-central-1', pathStyle: false }],
    ['s3://videos?endpoint=http%3A%2F%2Fminio%3A9000', { endpoint: 'http://minio:9000', pathStyle: true }],
    ['s3://videos?endpoint=https://s3.example.com&path-style=false', { pathStyle: false }],
    ['s3://videos?public-endpoint=https://s3.example.com', { publicEndpoint: 'https://s3.example.com' }],
  ])('%s is understood', (url, location) => {
    expect(parseStorageUrl(url)).toMatchObject(location);
  });

  it.each([
    ['', 'not a URL'],
    ['/data', 'not a URL'],
    ['file:///', 'must be file:///absolute/folder or s3://'],
    ['file://host/data', 'must be file:///absolute/folder or s3://'],
    ['https://s3.example.com/videos', 'must be file:///absolute/folder or s3://'],
    ['s3://', 'bucket'],
    ['s3://Videos', 'bucket'],
    ['s3://key:secret@videos', 'credentials'],
    ['s3://videos/a//b', 'Not an object key'],
    ['s3://videos/a%20b', 'Not an object key'],
    ['s3://videos/abcdefghijklmnopqrstuvwx', 'prefix'],
    ['s3://videos?endpoint=minio:9000', 'endpoint'],
    ['s3://videos?endpoint=https://key:secret@s3.example.com', 'endpoint'],
    ['s3://videos?path-style=yes', 'path-style'],
    ['s3://videos?pathStyle=true', 'unknown parameter, pathStyle'],
  ])('%s is refused', (url, reason) => {
    expect(() => parseStorageUrl(url)).toThrow(reason);
  });

  it('is checked with the rest of the configuration', () => {
    expect(() => loadConfig(StorageConfig, {})).toThrow('STORAGE_URL (unset): STORAGE_URL is not a URL');
    expect(() => loadConfig(StorageConfig, { STORAGE_URL: 's3://x' })).toThrow('STORAGE_URL must name a bucket of S3');
  });
});
