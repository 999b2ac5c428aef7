import type { components, Template, TemplateDocument, Video, VideoRequest } from '#libs/client';

type Schemas = components['schemas'];
export type AgentDraft = Schemas['TemplateDraft'];
export type TemplateField = Schemas['TemplateField'];
export type VideoCheck = Schemas['VideoValidation'];
type PictureRequest = Schemas['FrameBody'];
export type { Template, TemplateDocument, Video, VideoRequest };

/** A document as an agent writes it: with or without faults. */
export type AnyDocument = Record<string, unknown>;

/** A part of a list. */
interface ListPart<Entry> {
  data: Entry[];
  pagination: { total: number; has_more: boolean };
}

/** A drawn picture. */
export interface Picture {
  bytes: Uint8Array;
  /** Such as `image/webp`. */
  mediaType: string;
}

/** A request to check: a video of a stored template, or of a document in its place. */
export type CheckRequest = VideoRequest & { document?: AnyDocument };

/** The operations of the HTTP API that the tools need. Failures are FramewrightErrors. */
export interface AgentApi {
  templates(page: { limit: number; offset: number }): Promise<ListPart<Template>>;
  /** The newest version, or the one named. */
  template(id: string, version?: number): Promise<Template>;
  fields(id: string, page: { version?: number; limit: number }): Promise<ListPart<TemplateField>>;
  createTemplate(document: AnyDocument): Promise<Template>;
  /** The newest revision of the draft, or the one before. */
  draft(id: string, revision?: number): Promise<AgentDraft>;
  saveDraft(id: string, draft: Pick<AgentDraft, 'document' | 'base_version' | 'revision'>): Promise<AgentDraft>;
  publishDraft(id: string, version: Schemas['PublishDraftBody']): Promise<Template>;
  check(request: CheckRequest): Promise<VideoCheck>;
  picture(request: PictureRequest): Promise<Picture>;
  createVideo(request: VideoRequest, idempotencyKey: string): Promise<Video>;
  /** The video when it has ended, or as it is after the time, ms. */
  follow(id: string, forMs: number): Promise<Video>;
  templateSchema(): Promise<Record<string, unknown>>;
  /** Whether the key demands an approval before a video that costs credits. */
  asksBeforeSpending(): Promise<boolean>;
}
