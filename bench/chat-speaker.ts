import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { LineClient } from "../packages/irc/src/test-line-client.ts";

const joinSchema = z.object({
  kind: z.literal("join"),
  port: z.int(),
  nick: z.string(),
  channel: z.string(),
});
const saySchema = z.object({
  kind: z.literal("say"),
  lines: z.int(),
  /** null: all at once. */
  perSecond: z.nullable(z.number()),
});
const speakerCommandSchema = z.discriminatedUnion("kind", [joinSchema, saySchema]);
/** Command to a channel's speaker, which is a separate process. */
export type SpeakerCommand = z.infer<typeof speakerCommandSchema>;

/** The lines said so far; empty after joining. */
export const speakerAnswerSchema = z.array(z.object({ mark: z.string(), atMs: z.number() }));
type Said = z.infer<typeof speakerAnswerSchema>;

interface Channel {
  readonly client: LineClient;
  readonly name: string;
  lines: number;
}

let joined: Channel | undefined;

process.on("message", (message) => {
  obey(speakerCommandSchema.parse(message)).then(
    (said) => process.send?.(said),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));

async function obey(command: SpeakerCommand): Promise<Said> {
  if (command.kind === "join") {
    joined = await join(command);
    return [];
  }
  if (joined === undefined) throw new Error("a speaker joins before it says anything");
  return await say(joined, command);
}

async function join({ port, nick, channel }: z.infer<typeof joinSchema>): Promise<Channel> {
  const client = await LineClient.register({ port, nick });
  client.send(`JOIN ${channel}`);
  await client.until(/ 366 /);
  return { client, name: channel, lines: 0 };
}

/** Sends each line at its time, however long earlier ones took. */
async function say(
  channel: Channel,
  { lines, perSecond }: z.infer<typeof saySchema>,
): Promise<Said> {
  const marks = Array.from({ length: lines }, () => `mark-${(channel.lines += 1)}`);
  const textOf = (mark: string): string =>
    `PRIVMSG ${channel.name} :${mark} of a listener who has much to say about the music`;
  if (perSecond === null) {
    const atMs = Date.now();
    channel.client.send(...marks.map(textOf));
    return marks.map((mark) => ({ mark, atMs }));
  }
  const said: Said = [];
  const startedAt = performance.now();
  for (const [index, mark] of marks.entries()) {
    const dueInMs = startedAt + (index * 1000) / perSecond - performance.now();
    if (dueInMs > 0) await delay(dueInMs);
    said.push({ mark, atMs: Date.now() });
    channel.client.send(textOf(mark));
  }
  return said;
}
