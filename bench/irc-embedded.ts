/** The embedded server in a separate process, which prints its port. */
import { startTestServer } from "../packages/irc/src/server/test-server.ts";

const { port } = await startTestServer();
process.send?.(port);
