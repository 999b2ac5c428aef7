import { latePart } from '../../ui/late-part.tsx';

const load = () => import('./rare-fields.ts');

export const ComponentValues = latePart(async () => (await load()).ComponentValues);
export const KeyframeFields = latePart(async () => (await load()).KeyframeFields);
export const StyleNames = latePart(async () => (await load()).StyleNames);
export const TokenFields = latePart(async () => (await load()).TokenFields);
