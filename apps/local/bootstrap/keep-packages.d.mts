export function keepPackages(from: string, to: string): void;
