// `npm run test:deploy`: the station as it is deployed, in containers, behind proxies, as a service. It is apart from
// `npm test` for its time and for what it installs.
import { needs } from "./needs.ts";
import { TestRun } from "./test-run.ts";

const run = new TestRun(needs);
await run.runProjects(["deploy"]);
process.exit(run.end());
