/** Whether an address is the one that a first owner has until the owner sets another. */
export function isPlaceholder(email: string): boolean {
  return email.endsWith('.invalid');
}
