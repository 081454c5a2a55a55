import { LineClient } from "@neonrelay/irc/test-line-client";
import { TestStation, testAdmin, until, type Visitor } from "@neonrelay/test-station";
import * as z from "zod";
import { planLivelyWeek } from "./lively-programme.ts";

const DEMO_TRACKS = 6;
const PLAYS_BEFORE = 4;
const trackListSchema = z.array(z.object({ id: z.string(), contentKind: z.string() }));
const nowPlayingSchema = z.object({ now: z.nullable(z.object({ id: z.string() })) });

const people = [
  { username: "luna", email: "luna@station.example", role: "dj" },
  { username: "warden", email: "warden@station.example", role: "moderator" },
  { username: "grid_runner", email: "grid@station.example", role: "listener" },
];
const talk = [
  ["nightdriver", "evening everyone, just tuned in from the motorway"],
  ["synthia", "hey nightdriver! perfect timing, the good half of the set begins"],
  ["nightdriver", "what was the one with the arpeggio ten minutes ago?"],
  ["synthia", "see Recently played, bottom of the page :)"],
  ["nightdriver", ".queue"],
  ["synthia", "that bassline \u0002again\u0002 please"],
] as const;

/** A real station with demo tracks and activity: plays, a programme, a queue, IRC chat, comments, accounts. */
export async function startLivelyStation(): Promise<TestStation> {
  await using failed = new AsyncDisposableStack();
  const station = failed.use(await TestStation.start({ demoMusic: true }));
  const operator = await station.operator();
  const tracks = await until(
    "the demo tracks are in the library",
    async () => {
      const { body } = await operator.call("GET", "/api/tracks");
      const list = trackListSchema.parse(body).filter(({ contentKind }) => contentKind === "music");
      return list.length >= DEMO_TRACKS && list;
    },
    { limitMs: 600_000 },
  );
  for (const account of people) await operator.call("POST", "/api/users", account);
  await planLivelyWeek(operator);
  for (let play = 0; play < PLAYS_BEFORE; play += 1) await skip(operator);
  const guest = station.visitor();
  for (const { id } of tracks.slice(0, 5)) await guest.call("POST", "/api/queue", { trackId: id });
  await comment(station);
  await speakOnIrc(new URL(station.ircUrl));
  await guest.call("POST", "/api/users/login", { username: "admin", password: "not the password" });
  failed.move();
  return station;
}

/** Signs the visitor in as the first super_admin. */
export const operatorSignIn = { username: testAdmin.username, password: testAdmin.password };

async function skip(operator: Visitor): Promise<void> {
  const playing = async () => {
    const { body } = await operator.call("GET", "/api/now-playing");
    return nowPlayingSchema.parse(body).now?.id;
  };
  const before = await until("something plays", playing, { limitMs: 60_000 });
  await operator.call("POST", "/api/playback/skip", { playId: before });
  await until("the next one plays", async () => (await playing()) !== before, { limitMs: 60_000 });
}

async function comment(station: TestStation): Promise<void> {
  const first = station.visitor();
  const posted = await first.call("POST", "/api/comments", {
    content: "Been listening all evening while soldering. This is the station I was looking for.",
  });
  const { id } = z.object({ id: z.string() }).parse(posted.body);
  const second = station.visitor();
  await second.call("POST", `/api/comments/${id}/replies`, { content: "What are you building?" });
  await second.call("POST", `/api/comments/${id}/like`);
  await station.visitor().call("POST", `/api/comments/${id}/like`);
  await second.call("POST", "/api/comments", {
    content: "More of that slow one around 22:00, please!",
  });
}

/** Two people in the channel with their own IRC clients, who stay until the station stops. */
async function speakOnIrc(address: URL): Promise<void> {
  const speakers = new Map<string, LineClient>();
  for (const nick of new Set(talk.map(([name]) => name))) {
    const speaker = await LineClient.register({ port: Number(address.port), nick });
    speaker.send(`JOIN ${address.hash}`);
    await speaker.sync();
    speakers.set(nick, speaker);
  }
  for (const [nick, line] of talk) {
    const speaker = speakers.get(nick);
    speaker?.send(`PRIVMSG ${address.hash} :${line}`);
    await speaker?.sync();
  }
}
