import { connect, type Socket } from "node:net";
import { z } from "zod";

/** Command to the crowd: this many clients in one channel, one of them sending this many lines. */
const crowdCommandSchema = z.object({
  port: z.number(),
  clients: z.number(),
  lines: z.number(),
});
export type CrowdCommand = z.infer<typeof crowdCommandSchema>;

export const crowdAnswerSchema = z.object({ delivered: z.number(), seconds: z.number() });
type CrowdAnswer = z.infer<typeof crowdAnswerSchema>;

const text = "x".repeat(80);
/** Maximum lead of the speaker over the slowest listener, in lines: InspIRCd accepts 8 KiB at once. */
const ahead = 50;

/** A client that counts the channel lines it receives. */
class Listener {
  readonly socket: Socket;
  heard = 0;
  #rest = "";
  #until: { readonly text: string; readonly resolve: () => void } | undefined;
  readonly #onHeard: () => void;

  constructor(port: number, onHeard: () => void) {
    this.#onHeard = onHeard;
    this.socket = connect(port, "127.0.0.1");
    this.socket.setNoDelay(true);
    this.socket.on("data", (bytes: Buffer) => this.#read(bytes.toString("latin1")));
    this.socket.on("error", (error) => {
      throw error;
    });
  }

  async until(wanted: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#until = { text: wanted, resolve };
    });
    this.#until = undefined;
  }

  #read(bytes: string): void {
    const lines = (this.#rest + bytes).split("\r\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.includes(" PRIVMSG #crowd ")) this.heard += 1;
      else if (line.startsWith("PING ")) this.socket.write(`PONG ${line.slice(5)}\r\n`);
      if (this.#until !== undefined && line.includes(this.#until.text)) this.#until.resolve();
    }
    this.#onHeard();
  }
}

process.on("message", (command) => {
  void speak(crowdCommandSchema.parse(command)).then((answer) => process.send?.(answer));
});

async function speak({ port, clients, lines }: CrowdCommand): Promise<CrowdAnswer> {
  let onHeard = () => {};
  const listeners = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const listener = new Listener(port, () => onHeard());
      const registered = listener.until(" 005 ");
      listener.socket.write(`NICK c${index}\r\nUSER c 0 * :c\r\n`);
      await registered;
      const joined = listener.until(" 366 ");
      listener.socket.write("JOIN #crowd\r\n");
      await joined;
      return listener;
    }),
  );
  const [speaker, ...others] = listeners;
  if (speaker === undefined) throw new Error("there is no speaker");
  const startedAt = performance.now();
  let said = 0;
  await new Promise<void>((resolve) => {
    onHeard = () => {
      const slowest = Math.min(...others.map(({ heard }) => heard));
      if (slowest >= lines) resolve();
      const count = Math.min(lines, slowest + ahead) - said;
      if (count < ahead / 2 && said + count < lines) return;
      if (count > 0) speaker.socket.write(`PRIVMSG #crowd :${text}\r\n`.repeat(count));
      said += Math.max(count, 0);
    };
    onHeard();
  });
  const seconds = (performance.now() - startedAt) / 1000;
  for (const { socket } of listeners) socket.destroy();
  return { delivered: lines * others.length, seconds };
}
