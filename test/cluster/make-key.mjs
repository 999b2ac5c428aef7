/**
 * Makes an organization with credits and returns a key of it.
 * @param operator runs the operator's command with these arguments and returns its JSON
 */
export async function makeKey(operator) {
  const { id } = await operator('organization', 'create', 'Acme');
  await operator('organization', 'limit', id, '100000');
  await operator('credits', 'grant', id, '10000');
  return (await operator('key', 'create', id, '--kind', 'read_write')).key;
}
