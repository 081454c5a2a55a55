import { spawn, type ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";

interface PipedChild {
  readonly child: ChildProcess;
  /** null if none was requested. */
  readonly input: Writable | null;
  readonly output: Readable;
}

/**
 * Starts a child that answers on stdout and shares our stderr. A system short of processes, memory or file descriptors
 * makes Node throw, or return a child without the pipes its type promises.
 * @param onError called with each failure to start or signal it
 * @returns null when there is no child; otherwise its `close` always follows
 */
export function spawnPiped(
  [program = "", ...parameters]: readonly string[],
  {
    stdin,
    onError,
  }: { readonly stdin: "pipe" | "ignore"; readonly onError: (error: unknown) => void },
): PipedChild | null {
  let child: ChildProcess;
  try {
    child = spawn(program, parameters, { stdio: [stdin, "pipe", "inherit"] });
  } catch (error) {
    onError(error);
    return null;
  }
  child.on("error", onError);
  const { stdin: input, stdout: output } = child;
  if (!(output instanceof Readable)) return null;
  if (stdin === "ignore") return { child, input: null, output };
  if (!(input instanceof Writable)) return null;
  input.on("error", () => {}); // the child is gone: `close` follows
  return { child, input, output };
}
