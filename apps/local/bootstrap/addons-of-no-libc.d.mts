/** A package, of the lock or of itself, as far as its C library goes. */
export interface Package {
  optional?: boolean;
  libc?: string[];
}

export interface Lock {
  packages: Record<string, Package>;
}

export function addonsOfNoLibc(lock: Lock): string[];
