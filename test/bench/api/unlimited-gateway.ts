import 'reflect-metadata';
import { startService } from '#libs/runtime';
import { type Admission, Admissions } from '../../../apps/gateway/src/auth/admissions.service.js';
import { createGateway } from '../../../apps/gateway/src/create-gateway.js';

// The gateway without its limiter: the first result for a key is used forever, and no statement is made.
const service = await createGateway();
const admissions = service.app.get(Admissions);
const admit = admissions.admit.bind(admissions);
const known = new Map<string, Promise<Admission>>();
admissions.admit = (key) => {
  const name = key.hash.toString('latin1');
  const answer = known.get(name) ?? admit(key);
  known.set(name, answer);
  return answer;
};
await startService(service);
await service.app.listen(0, '127.0.0.1');
process.send!(await service.app.getUrl());
process.once('disconnect', () => process.exit());
