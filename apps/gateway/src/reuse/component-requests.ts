import { IsOptional } from 'class-validator';
import { IsIntegerIn, IsText, MAX_COMPONENT_NAME } from '#libs/contracts';

export class ComponentPath {
  /** Name of the component. */
  @IsText(MAX_COMPONENT_NAME)
  name: string;
}

export class GetComponentQuery {
  /** Version of the component. Default: the newest. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;
}
