import { latePart } from '../../../ui/late-part.tsx';

export const PresetField = latePart(async () => (await import('./preset-field.tsx')).PresetField);
