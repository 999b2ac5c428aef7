import { IsOptional, IsString, IsUUID, Length } from 'class-validator';
import { PageRequest } from '#libs/contracts';

export class AssetPath {
  /** Id of the file. */
  @IsUUID()
  id: string;
}

export class UploadAssetQuery {
  /** A name for people, which lists show. Default: `file`. */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  name?: string;
}

export class ListAssetsQuery extends PageRequest {
  /** Lists files whose name contains this text; case does not matter. */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  search?: string;
}
