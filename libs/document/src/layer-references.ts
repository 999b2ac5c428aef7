/** The properties of a layer that name another layer of its page, by the property that contains the name. */
export const LAYER_REFERENCES = [
  ['mask', 'layer'],
  ['start', 'after'],
  ['start', 'with'],
  ['duration', 'as'],
  ['duration', 'until'],
] as const;
