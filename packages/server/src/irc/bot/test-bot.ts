import type { OnAirStatus } from "@neonrelay/on-air/protocol";
import { createLog } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { TestDatabase } from "../../database/test-database.ts";
import { SystemLog } from "../../logs/system-log.ts";
import { OnAirLink } from "../../on-air-link/on-air-link.ts";
import { PlanUpdater } from "../../programme/plan-updater.ts";
import { Schedule } from "../../schedule/schedule.ts";
import { forgetfulJournal, TestOnAir } from "../../radio/test-on-air.ts";
import { Settings } from "../../settings/settings.ts";
import { createStationEvents, type StationEvents } from "../../events/station-events.ts";
import { Arrivals, isAny } from "../../test-arrivals.ts";
import type { ModerationOrder, ModerationOutcome } from "./bot-parts.ts";
import { createBot } from "./bot.ts";
import type { BotReply, Speaker } from "./command.ts";

/** A bot with a real database and a small on-air behind a real link. */
export interface TestBot extends AsyncDisposable {
  readonly settings: Settings;
  readonly schedule: Schedule;
  readonly systemLog: SystemLog;
  readonly events: StationEvents;
  readonly onAir: TestOnAir;
  /** Its unprompted lines. */
  readonly announced: Arrivals<string>;
  /** The moderation commands it received; `moderated` is the outcome of each. */
  readonly orders: ModerationOrder[];
  moderated: ModerationOutcome;
  presence: { listeners: number | null; chatters: number };
  /** Who may vote, by personKey. */
  people: ReadonlySet<string>;
  /** Its clock, in ms since 1970. */
  nowMs: number;
  /** Makes on-air report this status, and waits until it has arrived. */
  receiveStatus(status: OnAirStatus): Promise<void>;
  reply(speaker: Speaker, text: string): Promise<readonly BotReply[] | null>;
  /** Like `reply`, as lines; those only for the speaker are in brackets. */
  lines(speaker: Speaker, text: string): Promise<readonly string[]>;
}

export async function openTestBot({
  database,
  dataDir,
}: Pick<TestDatabase, "database" | "dataDir">): Promise<TestBot> {
  const log = createLog({ part: "test", level: "silent" });
  const events = createStationEvents(log);
  const settings = await Settings.load(database, events);
  const systemLog = new SystemLog({ database, recordRow: () => {}, log });
  const socketPath = path.join(dataDir, "on-air.sock");
  const onAir = new TestOnAir(socketPath);
  const changes = new Arrivals<"changed">();
  const link = new OnAirLink({
    socketPath,
    log,
    journal: forgetfulJournal,
    events,
    recordLine: () => {},
  });
  events.subscribe(({ type }) => {
    if (type === "on-air.changed") changes.push("changed");
  });
  await connect(link, onAir);
  const announced = new Arrivals<string>();
  const test: Pick<TestBot, "moderated" | "presence" | "people" | "nowMs"> = {
    moderated: { kind: "done" },
    presence: { listeners: 0, chatters: 2 },
    people: new Set(["person:ann", "person:bob"]),
    nowMs: Date.now(),
  };
  const orders: ModerationOrder[] = [];
  const schedule = await Schedule.load({ database, events, settings, log });
  const plan = new PlanUpdater({ database, events, link, settings, schedule, log });
  const bot = createBot({
    database,
    plan,
    schedule,
    events,
    settings,
    link,
    systemLog,
    log,
    moderate: async (order) => {
      orders.push(order);
      return test.moderated;
    },
    presence: () => test.presence,
    people: async () => test.people,
    announce: (text) => announced.push(text),
    nowMs: () => test.nowMs,
  });
  const reply: TestBot["reply"] = (speaker, text) => bot.reply({ speaker, text });
  return Object.assign(test, {
    settings,
    schedule,
    systemLog,
    events,
    onAir,
    announced,
    orders,
    receiveStatus: async (status: OnAirStatus) => {
      onAir.send({ kind: "status", status });
      // The link coming up is reported, too.
      while (link.status?.now?.playId !== status.now?.playId || link.status?.atMs !== status.atMs)
        await changes.next("change of on-air", isAny);
    },
    reply,
    lines: async (speaker: Speaker, text: string) =>
      ((await reply(speaker, text)) ?? []).map((one) =>
        one.to === "channel" ? one.text : `(${one.text})`,
      ),
    [Symbol.asyncDispose]: async () => {
      bot.close();
      // Closed first: the plan would wait five seconds for an answer that this on-air never gives.
      await link.close();
      await plan.close();
      await schedule.close();
      await onAir.close();
      await settings.close();
      await systemLog.close();
    },
  });
}

async function connect(link: OnAirLink, onAir: TestOnAir): Promise<void> {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  onAir.send(
    { kind: "hello", protocolVersion: 1, journalId: randomUUID(), newestNumber: 0 },
    { kind: "replayed" },
  );
}

/** Someone in the IRC channel without any rights. */
export function testSpeaker(nick: string, fields: Partial<Speaker> = {}): Speaker {
  return {
    nick,
    origin: "irc",
    isChannelOperator: false,
    isEmbeddedServer: true,
    account: null,
    requester: { key: `irc:${nick}`, network: null, name: nick, isOperator: false },
    personKey: `person:${nick}`,
    ...fields,
  };
}
