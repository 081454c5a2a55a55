import { ownChildEnvironment, signalChild } from "@neonrelay/process/child-process";
import { findConfinement, type Confinement } from "@neonrelay/process/confinement";
import { spareFlags } from "@neonrelay/process/spare-memory";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { EmbeddedHost, HostListener } from "./embedded-database.ts";

const MIB = 1024 ** 2;
/** Covers only memory that Node sets aside: 1.5 GiB, most of it for the code of two threads. */
const limits = {
  hasNetwork: false,
  memoryBytes: 2560 * MIB,
  fileBytes: 1024 * MIB,
  openFiles: 1024,
} as const;
/** Others may need the CPU that a statement uses. */
const NICENESS = 10;

let found: Promise<Confinement> | undefined;

/** The process exited on its own, out of memory. */
export class ChildEndedError extends Error {
  override readonly name = "ChildEndedError";
}

/** Opens the database of a folder in a separate process, which may be killed at any time. */
export async function startChildHost(
  folder: string,
  listener: HostListener,
): Promise<EmbeddedHost> {
  found ??= findConfinement(limits);
  const { wrapper } = await found;
  const file = fileURLToPath(new URL("./embedded-child.ts", import.meta.url));
  const command = [...wrapper, process.execPath, ...spareFlags, file, folder];
  const child = spawn(command[0] ?? "", command.slice(1), {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    env: ownChildEnvironment(),
  });
  const ended = once(child, "close").then(
    () => {},
    () => {}, // it never started: nothing to wait for
  );
  lowerPriority(child);
  child.on("error", (error) => listener.failed(error));
  child.once("exit", (code, signal) =>
    listener.failed(new ChildEndedError(`The process of the copy ended with ${signal ?? code}`)),
  );
  child.once("message", () => {
    child.on("message", (answer: unknown) => {
      listener.answered(answer instanceof Uint8Array ? answer : new Uint8Array());
    });
    listener.opened();
  });
  return {
    post: (batch) => void child.send(batch, () => {}), // if it is dead, its exit event says so
    waitedMs: () => 0,
    end: async () => {
      child.removeAllListeners("message");
      signalChild(child, "SIGKILL");
      await ended;
    },
  };
}

function lowerPriority(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, NICENESS);
  } catch {
    // It has exited already, or the system refuses: it then runs at normal priority.
  }
}
