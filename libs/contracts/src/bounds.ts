/**
 * How much a message may say in one place, in characters. Senders stay far below: what is over a bound was not sent by
 * a service of ours, and is refused before it costs memory or a row.
 */

/** A caller's body as JSON. The gateway takes 1 MiB, in which `1e20` is written out: 4.4 characters for one. */
export const MAX_BODY_JSON = 5 * 1024 * 1024;

/** A document with everything applied: all that a message may hold. */
export const MAX_DOCUMENT_JSON = 8 * 1024 * 1024;

/** A Video as JSON: its metadata, its addresses and its error, every character escaped. */
export const MAX_VIDEO_JSON = 128 * 1024;

/** The name of a process: that of its host, and what tells it from others there. */
export const MAX_WORKER_CHARACTERS = 512;

/** What a publisher calls a message. */
export const MAX_MESSAGE_ID_CHARACTERS = 255;

/** Of S3, and of every store after its model. */
export const MAX_STORAGE_KEY_CHARACTERS = 1_024;

/** Why a video failed: a place in a document, an address and a reason. */
export const MAX_REASON_CHARACTERS = 8_192;

/** Stages that a renderer times. */
export const MAX_STAGES = 100;

/** RFC 3339 with as many decimals as anybody writes. */
export const MAX_TIME_CHARACTERS = 40;

/** Visible ASCII. */
export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;

/** Hexadecimal. */
export const SHA256_CHARACTERS = 64;
