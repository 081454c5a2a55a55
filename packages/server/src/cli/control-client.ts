import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { StartUpError } from "@neonrelay/process/part";
import { once } from "node:events";
import { connect } from "node:net";
import { controlAnswerSchema, MAX_CONTROL_LINE_BYTES } from "./control-protocol.ts";

const CONNECT_LIMIT_MS = 2000;
/** Error codes of a socket without a listener: no station is running. */
const nobodyThere = new Set(["ENOENT", "ECONNREFUSED", "ENOTDIR"]);
/** Error codes of a socket whose other end is gone. */
const ended = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Runs a command in the running station.
 * @returns its exit code; null when no station is running
 * @throws StartUpError when the station stopped before answering, or can't be reached
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
  // No listener between connecting and reading; reading throws the error again.
  socket.on("error", () => {});
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) });
    socket.write(toJsonLine({ args }));
    for await (const line of readJsonLines(socket, { maxLineBytes: MAX_CONTROL_LINE_BYTES })) {
      const answer = controlAnswerSchema.parse(line);
      if (answer.kind === "done") return answer.exitCode;
      print(answer.text);
    }
    throw stoppedMeanwhile(undefined);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (nobodyThere.has(code)) return null;
    if (ended.has(code)) throw stoppedMeanwhile(error);
    if (code === "EACCES")
      throw new StartUpError(
        `The station runs as another user: run the command as the owner of ${socketPath}.`,
        { cause: error },
      );
    if (error instanceof Error && error.name === "AbortError")
      throw new StartUpError(
        "The station runs but does not answer: run the command again in a minute, or restart the station.",
        { cause: error },
      );
    throw error;
  } finally {
    socket.destroy();
  }
}

function stoppedMeanwhile(cause: unknown): StartUpError {
  return new StartUpError(
    "The station's server stopped before the command was finished, so it may be only partly done. See the station's log for the reason, and run the command again once the station is back.",
    { cause },
  );
}
