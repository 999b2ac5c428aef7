let token: string | undefined;

/**
 * The secret of the link that opened the page: what follows `#`. It is removed from the address at once, so that it stays in
 * no history.
 */
export function linkToken(): string {
  const { hash, pathname, search } = window.location;
  if (hash.length > 1) {
    token = decodeURIComponent(hash.slice(1));
    window.history.replaceState(window.history.state, '', pathname + search);
  }
  return token ?? '';
}
