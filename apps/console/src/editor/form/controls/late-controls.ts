import { latePart } from '../../../ui/late-part.tsx';

export const EasingControl = latePart(async () => (await import('./easing-control.tsx')).EasingControl);
export const VariableValueControl = latePart(
  async () => (await import('../items/items-control.tsx')).VariableValueControl,
);
