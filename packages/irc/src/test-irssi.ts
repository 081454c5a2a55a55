import { TestTerminal } from "@neonrelay/process/test-terminal";

/** A real irssi in a terminal, connected to a server on the loopback address, for tests. */
export async function startIrssi(port: number, nick: string): Promise<TestTerminal> {
  // irssi's own rate limit is not the server's.
  const pace = 'cmd_queue_speed = "5msec"; cmds_max_at_once = "100";';
  // tmux treats a word ending in a semicolon as the end of its command.
  const settings = `settings = { "irc/core" = { ${pace} }; };\n`;
  const start = 'mkdir irssi && echo "$1" > irssi/config && shift && exec "$@"';
  const program = ["irssi", "--home=irssi", "-n", nick, "-c", "127.0.0.1", "-p", `${port}`];
  return await TestTerminal.start(["sh", "-c", start, "sh", settings, ...program]);
}
