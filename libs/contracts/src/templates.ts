import {
  Allow,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
} from 'class-validator';
import { LAYER_KINDS, type LayerKind, MAX_VIDEO_S } from '#libs/document';
import {
  Brand,
  FIELD_KINDS,
  type FieldKind,
  MAX_SIZE_NAME,
  Modifications,
  Nested,
  OrNull,
  TemplateVariable,
} from '#libs/template';
import { MAX_BODY_JSON } from './bounds.js';
import { Creator, NamedCreator } from './creators.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsIntegerIn } from './is-integer-in.js';
import { IsList } from './is-list.js';
import { IsNumberIn } from './is-number-in.js';
import { IsText } from './is-text.js';
import { type Page, PageRequest } from './lists.js';
import { rpc } from './message.js';
import { MAX_SHEET_FRAMES, STILL_FORMATS, type StillFormat } from './renderer.js';
import { GetTemplate, RemoveTemplate, type Template, type TemplateFrame, ValidationDetail } from './videos.js';

/** Characters of a template's name, as in its document. */
const MAX_NAME_CHARACTERS = 200;

/** Characters of the label of a version, and of its note. */
const MAX_LABEL_CHARACTERS = 100;
const MAX_NOTE_CHARACTERS = 2_000;

/** Context of JSON objects with any members. */
const OPEN_OBJECT = { context: { schema: { additionalProperties: true } } };

/** Changes to a template. An absent field keeps its value. */
export class UpdateTemplateBody {
  /** A name in place of the one in the document. Null: the name in the newest document again. */
  @IsOptional()
  @IsString()
  @Length(1, MAX_NAME_CHARACTERS)
  @OrNull()
  name?: string | null;

  /** Whether lists leave the template out. An archived template can still be rendered and changed. */
  @IsOptional()
  @IsBoolean()
  archived?: boolean;
}

/** The version to duplicate, and the name of the copy. */
export class DuplicateTemplateBody {
  /** The name of the new template. Default: `Copy of` and the name of the original. */
  @IsOptional()
  @IsString()
  @Length(1, MAX_NAME_CHARACTERS)
  name?: string;

  /** Version to copy. Default: the newest. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;
}

/** A draft to save. */
export class SaveDraftBody {
  /** The document as it is now. It may have faults; they are reported, and the document is kept as it is. */
  @IsObject(OPEN_OBJECT)
  document: Record<string, unknown>;

  /** The version of the template that the draft began with. */
  @IsIntegerIn(1)
  base_version: number;

  /** The `revision` that was read last. A draft that has changed since is not overwritten: the response is 409. */
  @IsIntegerIn(0)
  revision: number;
}

/** Which draft to publish, and what to call the version. */
export class PublishDraftBody {
  /** The `revision` that was read last. */
  @IsIntegerIn(0)
  revision: number;

  /** A name for the new version. Default: none. */
  @IsOptional()
  @IsString()
  @Length(1, MAX_LABEL_CHARACTERS)
  label?: string;

  /** A text about what is new in it. Default: none. */
  @IsOptional()
  @IsString()
  @Length(1, MAX_NOTE_CHARACTERS)
  note?: string;
}

/** The label and the note of a version. An absent field keeps its value. */
export class LabelVersionBody {
  /** The version. */
  @IsIntegerIn(1)
  version: number;

  /** A name for the version. A version with one is kept while the template is. Null: none. */
  @IsOptional()
  @IsString()
  @Length(1, MAX_LABEL_CHARACTERS)
  @OrNull()
  label?: string | null;

  /** A text about what is new in the version. Null: none. */
  @IsOptional()
  @IsString()
  @Length(1, MAX_NOTE_CHARACTERS)
  @OrNull()
  note?: string | null;
}

/** A frame to render: of a stored template, or of a document that is not stored. */
export class FrameBody {
  /** A document. Either this or `template_id` is required. */
  @IsOptional()
  @IsObject(OPEN_OBJECT)
  document?: Record<string, unknown>;

  /** A stored template. */
  @IsOptional()
  @IsUUID()
  template_id?: string;

  /** Version of the template. Default: the newest. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;

  /** The changes of layers and variables for this frame, as in a video. */
  @IsOptional()
  @IsObject()
  @Nested(() => Modifications)
  modifications?: Modifications;

  /**
   * Number of a page of the document: the frame is one of this page, or of the first copy if it repeats, also where its
   * `when` leaves it out. Default: any page.
   */
  @IsOptional()
  @IsIntegerIn(1)
  page?: number;

  /**
   * Time of the frame, in seconds from the start. Default: the document's `poster_time`. Beside `page`: in seconds from the
   * start of the page, at most its duration; by default a moment without a transition.
   */
  @IsOptional()
  @IsNumberIn(0, MAX_VIDEO_S)
  t?: number;

  /**
   * Times of several frames, in seconds: the picture is a sheet of them, each with its time, in place of one at `t`.
   * `width` is that of each.
   */
  @IsOptional()
  @IsList(1, MAX_SHEET_FRAMES)
  @IsNumberIn(0, MAX_VIDEO_S, { each: true })
  times?: number[];

  /**
   * An earlier document: the picture shows its frame, the new one, and the new one with every pixel that differs marked.
   * Neither with `times`.
   */
  @IsOptional()
  @IsObject(OPEN_OBJECT)
  before?: Record<string, unknown>;

  /** Whether the names and boxes of layers are drawn over the picture. Default false. */
  @IsOptional()
  @IsBoolean()
  outlines?: boolean;

  /** Name of one of the document's sizes. Default: `default`, its own. */
  @IsOptional()
  @IsText(MAX_SIZE_NAME)
  size?: string;

  /** Pixels of width to which the frame is scaled down, if it is wider. Default: the width of the document. */
  @IsOptional()
  @IsIntegerIn(16, 3840)
  width?: number;

  /** Format of the image. Default png. */
  @IsOptional()
  @IsIn(STILL_FORMATS)
  format?: StillFormat;

  /** Quality of a WebP or JPEG image. Default 88. */
  @IsOptional()
  @IsIntegerIn(1, 100)
  quality?: number;
}

/** `POST /v1/frames`, as the caller sent it. */
export class DrawFrame {
  @IsUUID()
  org_id: string;

  /** The request body as sent, unchecked. */
  @IsObject()
  @HasMaxJson(MAX_BODY_JSON)
  body: Record<string, unknown>;
}

/** A version in the list of the versions of a template. */
export class TemplateVersion {
  /** Counts from 1. */
  @IsIntegerFrom(1)
  version: number;

  /** The name in the document. */
  @IsString()
  name: string;

  /** The name that people gave the version; null without one. */
  @OrNull()
  @IsString()
  label: string | null;

  /** The text that people wrote about the version; null without one. */
  @OrNull()
  @IsString()
  note: string | null;

  /** When the version was created. */
  @IsISO8601()
  created_at: string;

  /** Whose request created the version. Null for a version that is older than this field. */
  @OrNull()
  @Nested(() => NamedCreator)
  created_by: NamedCreator | null;

  /** Pixels. */
  @IsInt()
  width: number;

  /** Pixels. */
  @IsInt()
  height: number;

  /** Seconds. */
  @IsNumber()
  duration: number;
}

/** The brand of an organization, and the components of it that a document uses, as they are now. */
export class SharedByOrganization {
  /** The whole brand. */
  @IsObject()
  @Nested(() => Brand)
  brand: Brand;

  /**
   * The components that the document uses, and those that they use, by each reference to them: `card` and `card@2` are objects
   * with a `version` and a `component`.
   */
  @IsObject(OPEN_OBJECT)
  components: Record<string, unknown>;
}

/** The draft of the next version of a template. There is one for all people who edit the template. */
export class TemplateDraft {
  /** The template. */
  @IsUUID()
  template_id: string;

  /** The document as saved; without a draft, that of the newest version. */
  @IsObject(OPEN_OBJECT)
  document: Record<string, unknown>;

  /** The version that the draft began with. It can be published only while this is the newest version. */
  @IsIntegerFrom(1)
  base_version: number;

  /** The newest version of the template. */
  @IsIntegerFrom(1)
  latest_version: number;

  /** Increases whenever the draft is saved, discarded or published. */
  @IsIntegerFrom(0)
  revision: number;

  /** When the draft was saved last; null without a draft. */
  @OrNull()
  @IsISO8601()
  updated_at: string | null;

  /** The user who saved the draft last; null without a draft, and of one that was saved with an API key. */
  @OrNull()
  @IsUUID()
  saved_by: string | null;

  /** The faults that prevent publication, at most 101. */
  @IsArray()
  @Nested(() => ValidationDetail, { each: true })
  faults: ValidationDetail[];

  /** The brand, and the components that the document uses, as they are now; null if the organization has neither. */
  @OrNull()
  @Nested(() => SharedByOrganization)
  shared: SharedByOrganization | null;
}

/** A user who has a template open. */
export class PresentUser {
  /** The user. */
  @IsUUID()
  user_id: string;

  /** The name that others see. */
  @IsString()
  name: string;

  /** Since when, without a break. */
  @IsISO8601()
  since: string;
}

/** The users who have a template open, and the revision of its draft. */
export class TemplatePresence {
  /** The template. */
  @IsUUID()
  template_id: string;

  /** The revision of the draft. It increases whenever the draft is saved, discarded or published. */
  @IsIntegerFrom(0)
  revision: number;

  /** The newest version of the template. */
  @IsIntegerFrom(1)
  latest_version: number;

  /** Other users who have the template open, the first one first, at most 50. */
  @IsArray()
  @Nested(() => PresentUser, { each: true })
  others: PresentUser[];
}

/** A value of a template that a caller may change in one video. */
export class TemplateField {
  /**
   * `variables.accent`, `1.background_color` of page 1, `1.headline.text` of its layer `headline`, or `1.card.values.title` for a
   * variable of the component that its layer `card` shows.
   */
  @IsString()
  path: string;

  /** The number of the page; null for a variable. */
  @OrNull()
  @IsIntegerFrom(1)
  page: number | null;

  /** The name of the layer; null for a variable or a page. */
  @OrNull()
  @IsString()
  layer: string | null;

  /** The `type` of the layer. */
  @OrNull()
  @IsIn(LAYER_KINDS)
  layer_type: LayerKind | null;

  /** The name of the property or of the variable; `values.title` for a variable of a component. */
  @IsString()
  property: string;

  /** The kind of the values. A `paint` is a color or a gradient, a `list` an array of objects. */
  @IsIn(FIELD_KINDS)
  kind: FieldKind;

  /** The value in the document, else the default of the property; null without either. */
  @Allow()
  sample: unknown;

  /** Whether the document has a value of its own. */
  @IsBoolean()
  is_set: boolean;

  /** Least number. */
  @OrNull()
  @IsNumber()
  minimum: number | null;

  /** Greatest number. */
  @OrNull()
  @IsNumber()
  maximum: number | null;

  /** Characters of a string, at most. */
  @OrNull()
  @IsInt()
  max_length: number | null;

  /** The only accepted values. */
  @OrNull()
  @IsArray({ context: { schema: { items: {} } } })
  choices: unknown[] | null;

  /** The declaration of a variable, with its label, its options and the fields of its items; null for a property. */
  @OrNull()
  @Nested(() => TemplateVariable)
  variable: TemplateVariable | null;
}

export class UpdateTemplate extends UpdateTemplateBody {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;
}

export class DuplicateTemplate extends GetTemplate {
  @IsOptional()
  @IsString()
  @Length(1, MAX_NAME_CHARACTERS)
  name?: string;

  /** The sender of the request. */
  @IsOptional()
  @Nested(() => Creator)
  creator?: Creator;
}

export class LabelTemplateVersion extends LabelVersionBody {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;
}

/** A page of the list of a template's versions. */
export class ListTemplateVersions extends PageRequest {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;
}

/** A page of the fields of a version or of the draft. */
export class ListTemplateFields extends ListTemplateVersions {
  /** The newest when absent. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;

  /** Whether the fields are those of the draft in place of a version. */
  @IsOptional()
  @IsBoolean()
  draft?: boolean;
}

export class GetTemplateDraft extends RemoveTemplate {
  /** The newest when absent. */
  @IsOptional()
  @IsIntegerIn(0)
  revision?: number;
}

export class SaveTemplateDraft extends RemoveTemplate {
  /** The user who saves it; absent for an API key. */
  @IsOptional()
  @IsUUID()
  user_id?: string;

  @IsObject()
  @HasMaxJson(MAX_BODY_JSON)
  document: Record<string, unknown>;

  @IsIntegerIn(1)
  base_version: number;

  @IsIntegerIn(0)
  revision: number;
}

export class DiscardTemplateDraft extends RemoveTemplate {
  /** Any when absent. */
  @IsOptional()
  @IsIntegerIn(0)
  revision?: number;
}

export class PublishTemplateDraft extends PublishDraftBody {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;

  /** The sender of the request. */
  @IsOptional()
  @Nested(() => Creator)
  creator?: Creator;
}

/** Reports that a user has the template open. */
export class ReportTemplatePresence extends RemoveTemplate {
  @IsUUID()
  user_id: string;

  @IsString()
  @Length(0, 200)
  user_name: string;
}

/** Requests about templates and their drafts, beside those of `VIDEOS_RPC`. */
export const TEMPLATES_RPC = {
  update: rpc<UpdateTemplate, Template>('rpc.templates.update', UpdateTemplate, { budget: 'documents' }),
  duplicate: rpc<DuplicateTemplate, Template>('rpc.templates.duplicate', DuplicateTemplate, { budget: 'requests' }),
  versions: rpc<ListTemplateVersions, Page<TemplateVersion>>('rpc.templates.versions', ListTemplateVersions, {
    budget: 'requests',
  }),
  labelVersion: rpc<LabelTemplateVersion, TemplateVersion>('rpc.templates.versions.label', LabelTemplateVersion, {
    budget: 'requests',
  }),
  fields: rpc<ListTemplateFields, Page<TemplateField>>('rpc.templates.fields', ListTemplateFields, {
    budget: 'requests',
  }),
  frame: rpc<DrawFrame, TemplateFrame>('rpc.templates.draw', DrawFrame, {
    budget: 'frames',
    timeoutMs: 65_000,
    endsWithCaller: true,
  }),
  draft: rpc<GetTemplateDraft, TemplateDraft>('rpc.templates.draft', GetTemplateDraft, { budget: 'documents' }),
  saveDraft: rpc<SaveTemplateDraft, TemplateDraft>('rpc.templates.draft.save', SaveTemplateDraft, {
    budget: 'documents',
  }),
  discardDraft: rpc<DiscardTemplateDraft, Record<string, never>>('rpc.templates.draft.discard', DiscardTemplateDraft, {
    budget: 'requests',
  }),
  presence: rpc<ReportTemplatePresence, TemplatePresence>('rpc.templates.presence', ReportTemplatePresence, {
    budget: 'requests',
  }),
  publishDraft: rpc<PublishTemplateDraft, Template>('rpc.templates.draft.publish', PublishTemplateDraft, {
    budget: 'documents',
  }),
} as const;
