import { defineEntity, p } from '@mikro-orm/postgresql';
import type { VideoFormat } from '#libs/contracts';

const RenderCostSchema = defineEntity({
  name: 'RenderCostRow',
  tableName: 'render_costs',
  properties: {
    templateId: p.uuid().primary(),
    templateVersion: p.integer().primary(),
    format: p.text().$type<VideoFormat>().primary(),
    /** Pixels of the file. */
    width: p.integer().primary(),
    height: p.integer().primary(),
    /** CPU milliseconds for each frame, an exponential mean. */
    frameMs: p.double().$type<number>(),
    /** CPU milliseconds of an attempt beside its frames, an exponential mean. */
    fixedMs: p.double().$type<number>(),
    /** Attempts that were measured. */
    renders: p.bigint('number'),
    learnedAt: p.datetime(3),
  },
  indexes: [{ name: 'render_costs_by_age', properties: ['learnedAt'] }],
});

/** Cost of the attempts of a template's version in one format and size. */
export class RenderCostRow extends RenderCostSchema.class {}
RenderCostSchema.setClass(RenderCostRow);
