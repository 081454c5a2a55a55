// `npm run test:deploy`: the station as it is deployed, in containers, behind proxies, as a service. It is apart from
// `npm test` for its time and for what it installs; `npm test -- --deploy` runs both, with one count at its end.
import { runDeployment } from "./deploy-stages.ts";
import { needs } from "./needs.ts";
import { TestRun } from "./test-run.ts";

const run = new TestRun(needs);
await runDeployment(run);
process.exit(run.end());
