import { IsBoolean, IsIn, IsOptional, IsUUID } from 'class-validator';
import { IsIntegerIn, IsNumberIn, IsText, PageRequest, STILL_FORMATS, type StillFormat } from '#libs/contracts';
import { MAX_VIDEO_S } from '#libs/document';
import { MAX_SIZE_NAME } from '#libs/template';

export class TemplatePath {
  /** Id of the template. */
  @IsUUID()
  id: string;
}

export class GetTemplateQuery {
  /** Version of the template. Default: the newest. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;
}

export class ReadTemplateQuery extends GetTemplateQuery {
  /**
   * Whether the document contains the brand and the components that it uses, as they were when the version was created. Default:
   * the document as it was sent.
   */
  @IsOptional()
  @IsBoolean()
  pinned?: boolean;
}

export class TemplateFrameQuery extends GetTemplateQuery {
  /**
   * Number of a page of the template: the frame is one of this page, or of the first copy if it repeats, also where its
   * `when` leaves it out. Default: any page.
   */
  @IsOptional()
  @IsIntegerIn(1)
  page?: number;

  /**
   * Time of the frame, in seconds from the start. Default: the template's `poster_time`. Beside `page`: in seconds from the
   * start of the page, at most its duration; by default a moment without a transition.
   */
  @IsOptional()
  @IsNumberIn(0, MAX_VIDEO_S)
  t?: number;

  /** Name of one of the template's sizes. Default: `default`, its own. */
  @IsOptional()
  @IsText(MAX_SIZE_NAME)
  size?: string;

  /** Pixels of width to which the frame is scaled down, if it is wider. Default: the width of the template. */
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

export class ListTemplateFieldsQuery extends PageRequest {
  /** Version of the template. Default: the newest. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;

  /** Whether the fields are those of the draft, as they will be once it is published. Default: those of a version. */
  @IsOptional()
  @IsBoolean()
  draft?: boolean;
}

export class DraftQuery {
  /** The revision: the newest, or the one before. Default: the newest. */
  @IsOptional()
  @IsIntegerIn(0)
  revision?: number;
}

export class DiscardDraftQuery {
  /** The `revision` that was read last: a draft that has changed since is not discarded. Default: any. */
  @IsOptional()
  @IsIntegerIn(0)
  revision?: number;
}
