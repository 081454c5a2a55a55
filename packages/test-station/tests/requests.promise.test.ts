import { requestPresets, type RequestRules } from "@neonrelay/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { visitIrc } from "../src/irc-visit.ts";
import { PromiseStation } from "../src/promise-station.ts";
import { until } from "../src/test-station.ts";

let radio: PromiseStation;
beforeAll(async () => {
  radio = await PromiseStation.start();
});
afterAll(() => radio?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await radio.operator.call("DELETE", "/api/queue/clear");
  await allow({ trackCooldownMinutes: 0 });
});

/** Sets the generous request rules with a change. */
async function allow(change: Partial<RequestRules>): Promise<void> {
  const requestRules = { ...requestPresets.generous, ...change };
  await radio.operator.call("PUT", "/api/station-settings", { requestRules });
}

const request = async (title: string, visitor = radio.station.visitor()) =>
  await visitor.call("POST", "/api/queue", { trackId: await radio.trackId(title) });

test("a guest's request is queued, played after the current track, and marked as a request", async () => {
  const { now } = await radio.nowPlaying();
  const title = now?.title === "High" ? "Low" : "High";

  expect((await request(title)).status).toBe(200);

  expect(await radio.queued()).toEqual([title]);
  await radio.operator.call("POST", "/api/playback/skip", { playId: now?.id });
  const playing = await until("the request is on air", async () => {
    const next = await radio.nowPlaying();
    return next.now?.title === title && next;
  });
  expect(playing.now?.requestedBy).not.toBeNull();
});

test("a refused request says why and until when, and changes nothing", async () => {
  const taken = await request("Middle");
  await allow({ trackCooldownMinutes: 5 });

  const refused = await request("Middle");

  expect([taken, refused]).toMatchObject([{ status: 200 }, { status: 429 }]);
  expect(refused.body).toMatchObject({
    error: expect.stringMatching(
      /^“Middle” was requested recently; you can request it again in \d+ minutes?/,
    ),
  });
  expect(await radio.queued()).toEqual(["Middle"]);
});

test("a requester has no more waiting requests than the station allows", async () => {
  await allow({ trackCooldownMinutes: 0, maxOpenRequests: 2 });
  const visitor = radio.station.visitor();
  const answers = [];
  for (const title of ["Low", "Middle", "High"]) answers.push(await request(title, visitor));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(await radio.queued()).toEqual(["Low", "Middle"]);
});

test("on IRC .request queues a track, and explains why a second one is refused", async () => {
  const { ircUrl } = radio.station;
  const channel = new URL(ircUrl).hash;
  using ann = await visitIrc({ ircUrl, nick: "ann", isOperator: false });

  ann.send(`PRIVMSG ${channel} :.request hig`);
  await ann.until(/ PRIVMSG #\S+ :.*ann: “High”.* is number 1 in the queue/);
  expect(await radio.queued()).toEqual(["High"]);
  await allow({ trackCooldownMinutes: 5 });
  ann.send(`PRIVMSG ${channel} :.request high`);
  await ann.until(/“High” was requested recently/);
  expect(await radio.queued()).toEqual(["High"]);
  expect((await radio.queue())[0]?.requestedBy).toBe("ann");
});
