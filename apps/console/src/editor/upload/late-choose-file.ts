import { latePart } from '../../ui/late-part.tsx';

export const ChooseFile = latePart(async () => (await import('./choose-file.tsx')).ChooseFile);
