/**
 * Bounds of message fields, in characters. Services stay far below them, so a message over a bound was not sent by a
 * service; it is refused before it costs memory or a row.
 */

/**
 * Most characters of a caller's body as JSON. The gateway accepts 1 MiB; written out, a number such as `1e20` grows by
 * a factor of 4.4.
 */
export const MAX_BODY_JSON = 5 * 1024 * 1024;

/** Most characters of a document with modifications and variables applied, as JSON; the limit of a whole message. */
export const MAX_DOCUMENT_JSON = 8 * 1024 * 1024;

/** Most characters of a Video as JSON: its metadata, addresses and error, with every character escaped. */
export const MAX_VIDEO_JSON = 128 * 1024;

/** Most characters of a Batch as JSON: its name, metadata and address, with every character escaped, and numbers. */
export const MAX_BATCH_JSON = 64 * 1024;

/** Most characters of an alert as JSON. */
export const MAX_ALERT_JSON = 4_096;

/** Most characters of the address of a callback: as many as a caller's URL may have. */
export const MAX_ADDRESS_CHARACTERS = 2_048;

/** The name of a process: its host, and what distinguishes it from other processes there. */
export const MAX_WORKER_CHARACTERS = 512;

/** A message id. */
export const MAX_MESSAGE_ID_CHARACTERS = 255;

/** Most characters of a storage key: the limit of S3 and of stores with its API. */
export const MAX_STORAGE_KEY_CHARACTERS = 1_024;

/** Most characters of the reason why a video failed: a path in the document, a URL and a reason. */
export const MAX_REASON_CHARACTERS = 8_192;

/** Most stages that a renderer measures. */
export const MAX_STAGES = 100;

/** The largest size of a file, in bytes: the largest whole number that JSON and JavaScript keep exactly. */
export const MAX_BYTES = Number.MAX_SAFE_INTEGER;

/** Most characters of a time: RFC 3339 with more decimals than are in use. */
export const MAX_TIME_CHARACTERS = 40;

/** Visible ASCII. */
export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;

/** Hexadecimal. */
export const SHA256_CHARACTERS = 64;

/** The name of a release. */
export const MAX_VERSION_CHARACTERS = 64;
