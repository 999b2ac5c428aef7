import { fileURLToPath } from 'node:url';
import { segmentsOf } from './object-key.js';

/** The parsed form of a storage URL. */
export type StorageLocation = { readonly kind: 'disk'; readonly folder: string } | S3Location;

/** A location in an S3-compatible store, without credentials: see `S3Store`. */
export interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  /** Prefix of every key, '' or ending in a slash. */
  readonly prefix: string;
  /** URL of the store; undefined for Amazon's, which follows from the region. */
  readonly endpoint?: string;
  /** Default: AWS_REGION. */
  readonly region?: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  readonly pathStyle: boolean;
  /** URL at which callers of the API reach the store; undefined if they cannot. */
  readonly publicEndpoint?: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Most characters of a prefix: S3's limit for a key is 1,024 bytes, ours is 1,000. */
const MAX_PREFIX_LENGTH = 24;
const PARAMETERS = ['endpoint', 'region', 'path-style', 'public-endpoint'];

/**
 * Parses `file:///absolute/folder` or
 * `s3://bucket/prefix?endpoint=https://…&region=…&path-style=…&public-endpoint=https://…`, where everything from the
 * prefix on is optional. Path style is the default if there is an endpoint.
 *
 * @throws RangeError that states the mistake
 */
export function parseStorageUrl(text: string): StorageLocation {
  if (!URL.canParse(text)) throw new RangeError('is not a URL');
  const url = new URL(text);
  if (url.protocol === 'file:' && url.host === '' && url.pathname.length > 1) {
    return { kind: 'disk', folder: fileURLToPath(url) };
  }
  if (url.protocol !== 's3:') throw new RangeError('must be file:///absolute/folder or s3://bucket/prefix?endpoint=…');
  return s3Location(url);
}

function s3Location(url: URL): S3Location {
  const { host: bucket, searchParams: parameters } = url;
  if (url.username !== '')
    throw new RangeError('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead');
  if (!BUCKET.test(bucket)) throw new RangeError('must name a bucket of S3');
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw new RangeError(`has an unknown parameter, ${unknown}`);
  const endpoint = addressIn(parameters, 'endpoint');
  const publicEndpoint = addressIn(parameters, 'public-endpoint');
  const region = parameters.get('region');
  const pathStyle = parameters.get('path-style') ?? String(endpoint !== undefined);
  if (!/^(true|false)$/.test(pathStyle)) throw new RangeError('must have true or false for path-style');
  return {
    kind: 's3',
    bucket,
    prefix: prefixOf(url.pathname),
    pathStyle: pathStyle === 'true',
    ...(endpoint !== undefined && { endpoint }),
    ...(publicEndpoint !== undefined && { publicEndpoint }),
    ...(region !== null && { region }),
  };
}

function prefixOf(pathname: string): string {
  const prefix = pathname.replace(/^\/|\/$/g, '');
  if (prefix === '') return '';
  segmentsOf(prefix);
  if (prefix.length >= MAX_PREFIX_LENGTH)
    throw new RangeError(`has a prefix of ${MAX_PREFIX_LENGTH} characters or more`);
  return `${prefix}/`;
}

function addressIn(parameters: URLSearchParams, name: string): string | undefined {
  const address = parameters.get(name);
  if (address === null) return undefined;
  if (!/^https?:\/\/[^/?#@]+\/?$/.test(address)) throw new RangeError(`must give ${name} as http(s)://host:port`);
  return address;
}
