import { ArrayMaxSize, IsArray, IsIn, IsObject, IsString, Length, Matches } from 'class-validator';
import { IsWebUrl, Nested } from '#libs/template';

/** The name of the entry that describes the others. */
export const MANIFEST_NAME = 'template.json';
/** Bytes of that entry: a document of the largest size, and its files. */
export const MAX_MANIFEST_BYTES = 1_200_000;
/** Bytes of an archive, and of everything in it unpacked. */
export const MAX_ARCHIVE_BYTES = 200_000_000;
/** Files of an archive beside its manifest. */
export const MAX_ARCHIVED_FILES = 100;

/** The name of a file's entry: a plain name in one folder. */
export const FILE_NAME = /^media\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;

/** A file of the document. */
export class ArchivedFile {
  /** The URL by which the document refers to the file. */
  @IsString()
  @IsWebUrl()
  url: string;

  /** The name of its entry in the archive. */
  @IsString()
  @Matches(FILE_NAME)
  file: string;

  /** A name for people. */
  @IsString()
  @Length(1, 200)
  name: string;
}

/** The entry `template.json` of an archive. */
export class TemplateArchive {
  @IsIn([1])
  archive_version: 1;

  /** The document, with what it uses of its organization. */
  @IsObject()
  document: Record<string, unknown>;

  /** The files that the archive has. */
  @IsArray()
  @ArrayMaxSize(MAX_ARCHIVED_FILES)
  @Nested(() => ArchivedFile, { each: true })
  media: ArchivedFile[];
}
