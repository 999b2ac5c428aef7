import { defineEntity, p } from '@mikro-orm/postgresql';
import { EndpointRow } from './endpoint.entity.js';

const RetiredSecretSchema = defineEntity({
  name: 'RetiredSecretRow',
  tableName: 'retired_secrets',
  properties: {
    id: p.uuid().primary(),
    endpoint: () => p.manyToOne(EndpointRow).deleteRule('cascade'),
    /** Sealed as in the endpoint's row. */
    sealedSecret: p.blob().lazy(),
    retiredAt: p.datetime(3).defaultRaw('now()'),
    /** When it stops signing. */
    expiresAt: p.datetime(3),
  },
  indexes: [{ name: 'retired_secrets_by_endpoint', properties: ['endpoint', 'retiredAt'] }],
});

/** A secret that was replaced and also signs until it expires. */
export class RetiredSecretRow extends RetiredSecretSchema.class {}
RetiredSecretSchema.setClass(RetiredSecretRow);
