import type { NodeName, TestNodes } from "./test-nodes.ts";

/** How the node that serves ends: by SIGKILL of its server; or server and launcher stand still, and go on when told. */
export type HowItEnds = "killed" | "frozen";

/** @returns lets a frozen node go on */
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
  // The launcher first: it would kill a server that does not respond.
  const pids = [nodes.launcherOf(name), server];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of pids) process.kill(pid, "SIGCONT");
  };
}
