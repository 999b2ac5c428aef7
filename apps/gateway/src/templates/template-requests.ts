import { IsInt, IsNumber, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { MAX_INTEGER, PageRequest } from '#libs/contracts';

export class TemplatePath {
  @IsUUID()
  id: string;
}

export class GetTemplateQuery {
  /** The newest when absent. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_INTEGER)
  version?: number;
}

export class TemplateFrameQuery extends GetTemplateQuery {
  /** Seconds from the beginning; the template's `poster_time` when absent. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(600)
  t?: number;
}

export class ListTemplatesQuery extends PageRequest {
  /** Only this one. */
  @IsOptional()
  @IsUUID()
  id?: string;
}
