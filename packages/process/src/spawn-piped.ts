import { spawn, type ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";

interface PipedChild {
  readonly child: ChildProcess;
  /** null: it was asked for none. */
  readonly input: Writable | null;
  readonly output: Readable;
}

/**
 * Starts a child that answers on its stdout; its stderr is ours. A system without a process, memory or file descriptor
 * to spare makes Node throw, or give a child without the pipes that its type promises.
 * @param onError given each reason why it can't be started, or be signalled
 * @returns null when there is no child; otherwise its `close` follows in any case
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
