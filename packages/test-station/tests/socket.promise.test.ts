import { socketStateTypes } from "@neonrelay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestSocket } from "../../server/src/socket/test-socket.ts";
import { ChatGuest } from "../src/chat-guest.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";

let station: TestStation;
let operator: Visitor;
beforeAll(async () => {
  station = await TestStation.start();
  operator = await station.operator();
});
afterAll(() => station?.[Symbol.asyncDispose]());

test("a socket gets the whole state at once, and then each change", async () => {
  using socket = new TestSocket(station.webUrl);
  const first = new Set<string>();
  for (const _type of socketStateTypes) first.add((await socket.next()).type);
  expect([...first].toSorted()).toEqual([...socketStateTypes].toSorted());

  await operator.call("PUT", "/api/radio-state", { volume: 61 });
  await socket.nextOf("radio_state", ({ data }) => data.volume === 61);
  await operator.call("PUT", "/api/station-settings", { guestQueueActions: "off" });
  await socket.nextOf("station_policy", ({ data }) => data.guestQueueActions === "off");
});

test("after the server was killed the same visitor is back, with the state and the chat name", async () => {
  const owl = new ChatGuest(station.webUrl, "backowl");
  const before = await owl.join();
  const server = station.parts().server ?? Number.NaN;
  await operator.call("PUT", "/api/radio-state", { volume: 62 });

  process.kill(server, "SIGKILL");
  await until("the socket has ended", () => before.socket.readyState === before.socket.CLOSED);
  using after = await until(
    "the visitor is back",
    async () => await owl.join().catch(() => undefined),
  );

  expect(await owl.say("here again")).toBe(200);
  await after.nextOf("chat_message", ({ data }) => Object(data).message === "here again");
  const { body } = await station.visitor().call("GET", "/api/radio-state");
  expect(body).toMatchObject({ volume: 62 });
});

test("the listener count on every page rises and falls", async () => {
  using socket = await TestSocket.connect(station.webUrl);
  {
    await using listener = new StreamListener(station.streamUrl);
    await listener.receive({ bytes: 20_000 });
    await socket.nextOf("radio_state", ({ data }) => data.listenerCount === 1);
  }
  await socket.nextOf("radio_state", ({ data }) => data.listenerCount === 0);
});
