import { IsIntegerIn, MAX_GRANT } from '#libs/contracts';
import { OrNull } from '#libs/template';
import { Example } from '../openapi/examples.js';

/** The threshold to set. */
@Example({ below: 100 })
export class SetAlertBody {
  /** Credits: fewer that can be spent raise an alert. Null: none does. */
  @OrNull()
  @IsIntegerIn(1, MAX_GRANT)
  below: number | null;
}
