import type { NodeName, TestNodes } from "./test-nodes.ts";

/** How the serving node fails: `killed` sends its server SIGKILL; `frozen` stops server and launcher, until resumed. */
export type HowItEnds = "killed" | "frozen";

/** @returns a function that resumes a frozen node */
export function endNode(
  nodes: Pick<TestNodes, "serverOf" | "launcherOf">,
  { name, how }: { readonly name: NodeName; readonly how: HowItEnds },
): () => void {
  const server = nodes.serverOf(name);
  if (server === undefined) throw new Error(`node ${name} has no server`);
  if (how === "killed") {
    process.kill(server, "SIGKILL");
    return () => {};
  }
  // The launcher first: it would kill an unresponsive server.
  const pids = [nodes.launcherOf(name), server];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of pids) process.kill(pid, "SIGCONT");
  };
}
