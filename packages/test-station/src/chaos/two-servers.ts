import { TestNodes } from "../test-nodes.ts";
import { limitsFor, type RunningStation, type StartOptions } from "./running-station.ts";

/** Two servers behind nginx, sharing a database and a message bus. */
export async function twoServers(
  { music, environment }: StartOptions,
  shared: { readonly databaseUrl: string; readonly natsUrl: string },
): Promise<RunningStation & { readonly nodes: TestNodes }> {
  const nodes = await TestNodes.start({
    ...shared,
    musicDirs: [music],
    environment: { ...limitsFor("127.0.0.1"), ...environment },
  });
  return {
    nodes,
    dataDir: nodes.dataDir,
    serverUrls: [nodes.urlOf("a"), nodes.urlOf("b")],
    station: () => nodes.a,
    startAgain: async () =>
      await Promise.reject(new Error("two servers are not started again as one")),
    [Symbol.asyncDispose]: async () => await nodes[Symbol.asyncDispose](),
  };
}
