import { createLog } from "@neonrelay/process/log";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { Library } from "../library/library.ts";
import { mediaDefaults } from "../media/media-runner.ts";
import { runCommand } from "./run-command.ts";
import { moveBelongings } from "../track-copies/belongings-store.ts";

/** A server, and `npm run station` while it runs, for tests. */
export interface TestCommands extends AsyncDisposable {
  readonly server: TestServer;
  readonly run: (
    ...args: readonly string[]
  ) => Promise<{ readonly exitCode: number; readonly text: string }>;
}

export async function startTestCommands(): Promise<TestCommands> {
  const server = await startTestServer();
  const { database, events, dataDir } = server;
  const log = createLog({ part: "test", level: "silent" });
  const config = { dataDir, musicDirs: [], demoMusic: false };
  const library = new Library({
    database,
    events,
    config,
    media: mediaDefaults,
    moveBelongings,
    log,
  });
  return {
    server,
    run: async (...args) => {
      const lines: string[] = [];
      const parts = { ...server, library, isRunning: true };
      const exitCode = await runCommand(parts, { args, print: (line) => lines.push(line) });
      return { exitCode, text: lines.join("\n") };
    },
    [Symbol.asyncDispose]: async () => {
      await library.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
