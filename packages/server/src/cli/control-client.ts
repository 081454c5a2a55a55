import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { once } from "node:events";
import { connect } from "node:net";
import { controlAnswerSchema, MAX_CONTROL_LINE_BYTES } from "./control-protocol.ts";

const CONNECT_LIMIT_MS = 2000;
/** Error codes of a socket without a listener: no station runs. */
const nobodyThere = new Set(["ENOENT", "ECONNREFUSED", "ENOTDIR"]);

/**
 * Lets the running station do a command.
 * @returns its exit code, or null when no station runs
 * @throws when the station ended before it answered
 */
export async function askRunningStation({
  socketPath,
  args,
  print,
}: {
  readonly socketPath: string;
  readonly args: readonly string[];
  readonly print: (line: string) => void;
}): Promise<number | null> {
  const socket = connect(socketPath);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) });
    socket.write(toJsonLine({ args }));
    for await (const line of readJsonLines(socket, { maxLineBytes: MAX_CONTROL_LINE_BYTES })) {
      const answer = controlAnswerSchema.parse(line);
      if (answer.kind === "done") return answer.exitCode;
      print(answer.text);
    }
    throw new Error("The station stopped before the command finished");
  } catch (error) {
    if (error instanceof Error && "code" in error && nobodyThere.has(String(error.code)))
      return null;
    throw error;
  } finally {
    socket.destroy();
  }
}
