/** The embedded server in a process of its own, which tells its port. */
import { startTestServer } from "../packages/irc/src/server/test-server.ts";

const { port } = await startTestServer();
process.send?.(port);
