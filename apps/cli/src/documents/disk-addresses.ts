import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  escapedPath,
  isFilePath,
  modificationsWithAddresses,
  type TemplateVariable,
  withAddresses,
} from '#libs/template';

/**
 * Stands before the path of a file on this machine, because a document names files by http and https URLs only. No
 * request is ever sent there: RFC 6761 reserves the domain `invalid`.
 */
const DISK = 'https://disk.invalid';
const FILE_URL = 'file://';
const DISK_PATH = /https:\/\/disk\.invalid(\/[^\s"]*)/g;

/** A template with addresses in place of paths, which are relative to a folder. */
export function withDiskAddresses(document: unknown, folder: string): unknown {
  return withAddresses(document, (text) => diskAddress(text, folder));
}

/** Modifications with addresses in place of paths; `variables` are those that the template declares. */
export function modificationsWithDiskAddresses(
  modifications: unknown,
  variables: Readonly<Record<string, TemplateVariable>>,
  folder: string,
): unknown {
  return modificationsWithAddresses(modifications, variables, (text) => diskAddress(text, folder));
}

/** The address of a path; a URL, and a text that begins with an expression, stay as they are. */
export function diskAddress(text: string, folder: string): string {
  if (text.startsWith(FILE_URL)) return DISK + text.slice(FILE_URL.length);
  if (!isFilePath(text)) return text;
  const base = text.startsWith('/') ? '' : pathToFileURL(`${folder}/`).pathname;
  return `${DISK}${base}${escapedPath(text)}`;
}

/** The file that an address stands for; undefined for an address of the web. */
export function fileOfAddress(url: string): string | undefined {
  if (!url.startsWith(`${DISK}/`)) return undefined;
  const path = URL.parse(url)?.pathname;
  return path === undefined ? undefined : fileURLToPath(`file://${path}`);
}

/** A text with other addresses in place of those of the files below a folder. */
export function withAddressesBelow(text: string, folder: string, address: string): string {
  return text.replaceAll(`${DISK}${pathToFileURL(`${folder}/`).pathname}`, address);
}

/** A message with paths in place of the addresses that stand for them. */
export function withoutDiskAddresses(message: string, folder: string): string {
  return message.replaceAll(DISK_PATH, (address, path: string) => {
    try {
      const file = fileURLToPath(`file://${path}`);
      const short = relative(folder, file);
      return short.startsWith('..') ? file : short;
    } catch {
      return address; // half of an escape, where a message was cut
    }
  });
}
