/** The document's first words, Markdown. */
export const INTRODUCTION = `Videos from templates: a template says what is drawn when, a request names a template and what to change in it, and the
video is rendered, paid for in credits and announced to your webhooks.

**Keys.** Every request but those to \`/openapi.json\` and \`/docs\` carries \`Authorization: Bearer <key>\`. A \`read\` key may GET
and HEAD; a \`read_write\` key may do everything. HEAD answers as GET, without a body.

**Errors.** Every error is \`{"error": {"code", "message", …}}\` with one of nine codes. Validation reports every fault at
once. Checks come in this order: maintenance, key, rate limit, route, permission, JSON, parameters and body, lookup,
template, credits.

**Rate limit.** By default 100 requests in a clock minute for an organization, over all its keys. \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` say where you stand.

**Lists.** \`limit\` (1–100, default 20) and \`offset\`, newest first.

**Later versions** may add fields to answers; unknown fields and parameters of requests are refused.`;

export const TAGS = [
  { name: 'Videos', description: 'Rendered from templates.' },
  { name: 'Templates', description: 'What is drawn when. Every version is immutable.' },
  {
    name: 'Webhooks',
    description: 'Who is told of events, as [Standard Webhooks 1.0](https://www.standardwebhooks.com/) has it.',
  },
  { name: 'Credits', description: 'What videos cost.' },
  { name: 'Documents', description: 'This description, and the schema of templates.' },
] as const;

export type TagName = (typeof TAGS)[number]['name'];
