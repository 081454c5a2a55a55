import type { NodeName, TestNodes } from "../test-nodes.ts";
import type { Fault } from "./fault.ts";
import { promises } from "./promise-rules.ts";

/** Kills and stops each of two servers: the other one serves, and nothing is audible. */
export function nodeFaults(nodes: TestNodes): readonly Fault[] {
  const fault = (name: NodeName, signal: "SIGKILL" | "SIGSTOP"): Fault => ({
    name: `server of node ${name} ${signal === "SIGKILL" ? "killed" : "stopped"}`,
    promise: promises.unheard,
    inflict: async () => {
      const pid = nodes.serverOf(name);
      if (pid === undefined) throw new Error(`node ${name} has no server`);
      process.kill(pid, signal);
      const isDone = (): boolean => {
        const now = nodes.serverOf(name);
        return now !== undefined && now !== pid;
      };
      return await Promise.resolve({ isDone, lost: [] });
    },
  });
  return [
    fault("a", "SIGKILL"),
    fault("b", "SIGKILL"),
    fault("a", "SIGSTOP"),
    fault("b", "SIGSTOP"),
  ];
}
