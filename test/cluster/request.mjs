// node request.mjs <base address> <key> <method> <path> [body]: makes a request and prints its answer.
import { Caller } from './caller.mjs';

const [baseUrl, key, method, path, body] = process.argv.slice(2);
console.log(JSON.stringify(await new Caller(baseUrl, key).ask(method, path, body && JSON.parse(body))));
