import { createOwnLibrary } from "../api/test-own-library.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import type { CommandParts } from "./command.ts";
import { runCommand } from "./run-command.ts";

/** A server, and `npm run station` while it runs, for tests. */
export interface TestCommands extends AsyncDisposable {
  readonly server: TestServer;
  readonly parts: CommandParts;
  readonly run: (
    ...args: readonly string[]
  ) => Promise<{ readonly exitCode: number; readonly text: string }>;
}

export async function startTestCommands(): Promise<TestCommands> {
  const server = await startTestServer();
  const library = createOwnLibrary(server);
  const parts = { ...server, library, isRunning: true };
  return {
    server,
    parts,
    run: async (...args) => {
      const lines: string[] = [];
      const exitCode = await runCommand(parts, { args, print: (line) => lines.push(line) });
      return { exitCode, text: lines.join("\n") };
    },
    [Symbol.asyncDispose]: async () => {
      await library.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
