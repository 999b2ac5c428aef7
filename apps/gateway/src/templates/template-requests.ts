import { IsInt, IsOptional, IsUUID, Min } from 'class-validator';
import { PageRequest } from '#libs/contracts';

export class TemplatePath {
  @IsUUID()
  id: string;
}

export class GetTemplateQuery {
  /** The newest when absent. */
  @IsOptional()
  @IsInt()
  @Min(1)
  version?: number;
}

export class ListTemplatesQuery extends PageRequest {
  @IsOptional()
  @IsUUID()
  id?: string;
}
