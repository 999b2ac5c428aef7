import { defineCounter } from '#libs/runtime';

export const ssrfBlocked = defineCounter({
  name: 'framewright_ssrf_blocked_total',
  help: 'Connections that were not made: URL_REFUSED for what the address says, ADDRESS_REFUSED for what its name resolves to',
  labels: ['reason'],
});
