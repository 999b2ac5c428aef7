import { isPlainObject } from '../shape/json.js';
import { newestVersions, type SharedNow } from './newest-versions.js';
import { pinReuse } from './pin-reuse.js';

/**
 * The document with what it uses of its organization as its own. A name without a version, of a component that the document
 * does not declare, becomes that of the newest version.
 */
export function pinNewest<Document>(document: Document, now: SharedNow): Document {
  const newest = newestVersions(document, now);
  return isPlainObject(newest.document) ? pinReuse(newest.document, newest.shared) : newest.document;
}
