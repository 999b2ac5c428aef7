/** The description of the whole API, Markdown. */
export const INTRODUCTION = `Render videos from templates. A template describes what is drawn and when. A request names a template and the changes to
make to it. The service renders the video, charges credits for it and notifies your webhooks.

**Keys.** Every request carries \`Authorization: Bearer <key>\`, or the cookie of a session, except requests for \`/openapi.json\`, \`/docs\` and signing in. A \`read\`
key allows GET and HEAD; a \`read_write\` key allows every method. HEAD returns the headers of GET, without a body.

**Access.** \`x-access\` of an operation says what it demands. \`read\`: any key, or any member. \`write\`: a \`read_write\` key, an
editor or an owner. These two take a
session, too; only a session may do what follows. \`administer\`: an owner. \`member\`: any member. \`session\`: any user, also
one without an organization. \`operate\`: an operator of the installation. In addition, \`preview\` takes a preview token, and
\`public\` nothing.

**Errors.** Every error has the form \`{"error": {"code", "message", …}}\`, with one of twelve codes. Validation reports all
faults at once. A path that does not have the method responds with 405 and \`Allow\`. Requests are checked in this order: maintenance, key, rate limit, route, permission, JSON, parameters and
body, existence, template, credits.

**Rate limit.** By default, the keys of an organization share 100 requests per clock minute. The headers
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` report the current state.

**Lists.** The parameters \`limit\` (1–100, default 20) and \`offset\` select a page. Lists are ordered newest first.

**Compatibility.** Later versions may add fields to responses. Unknown fields and parameters in requests are errors.`;

export const TAGS = [
  { name: 'Videos', description: 'Videos rendered from templates.' },
  { name: 'Reviews', description: 'Comments on videos, and links with which people without an account review them.' },
  { name: 'Batches', description: 'Many videos of one template, accepted as one.' },
  { name: 'Templates', description: 'Documents that describe videos. Every version is immutable.' },
  { name: 'Brand', description: 'What templates share: the brand of the organization, and components.' },
  { name: 'Assets', description: 'Uploaded files that templates and modifications refer to.' },
  {
    name: 'Webhooks',
    description: 'Endpoints that receive events, following [Standard Webhooks 1.0](https://www.standardwebhooks.com/).',
  },
  {
    name: 'Events',
    description: 'Requests that your webhooks receive: you implement these operations, and the service calls them.',
  },
  { name: 'Credits', description: 'The balance of an organization, and its movements.' },
  {
    name: 'Session',
    description:
      'Users sign in and out with a browser. A session is a credential like a key; requests that change something must come from the console itself.',
  },
  { name: 'Usage', description: 'What an organization has used, by day.' },
  { name: 'Organization', description: 'The organization of the caller, its limits and quotas.' },
  { name: 'Keys', description: 'The API keys of an organization. For owners.' },
  { name: 'Members', description: 'The users of an organization, and invitations to it. For owners.' },
  { name: 'Audit log', description: 'Who has changed what in an organization. For owners.' },
  { name: 'Requests', description: 'The last requests of an organization.' },
  { name: 'Operator', description: 'All organizations, the queue, the renderers. For operators of the installation.' },
  { name: 'Users', description: 'All users of the installation. For operators.' },
  { name: 'Documents', description: 'This document, and the JSON Schema of templates.' },
] as const;

export type TagName = (typeof TAGS)[number]['name'];
