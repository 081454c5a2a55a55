import { randomUUID } from "node:crypto";
import path from "node:path";
import type { SignedInBrowser, TestServer } from "../../../server/src/api/test-server.ts";
import { quietChannel } from "../../../server/src/irc/test-channel.ts";
import { TestOnAir } from "../../../server/src/radio/test-on-air.ts";
import { testPlay, testStatus } from "../../../server/src/radio/test-status.ts";
import { until } from "../test-station.ts";
import { fillLibrary } from "./fill-library.ts";
import { fillCommunity, fillProgramme, fillSettings } from "./fill-station.ts";
import { long, name } from "./texts.ts";

/** Texts from an IRC network. */
export const hostileChannel = {
  ...quietChannel,
  status: { ...quietChannel.status, server: name, channels: [name], reason: long },
  users: {
    users: [{ nick: name, prefix: "@", isWeb: false, isBot: false, isAway: false }],
    total: 1,
  },
};

/** Fills a server with texts meant to do harm. @returns the address of its show; the caller closes on-air */
export async function fillWithHostileTexts(
  server: TestServer,
  admin: SignedInBrowser,
): Promise<{ readonly slug: string; readonly onAir: TestOnAir }> {
  const track = await fillLibrary(server, admin);
  const slug = await fillProgramme(server, admin);
  await fillCommunity(server);
  await fillSettings(server, admin);
  const onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  server.link.start();
  await onAir.next("hello");
  onAir.send(
    { kind: "hello", protocolVersion: 1, journalId: randomUUID(), newestNumber: 0 },
    { kind: "replayed" },
    { kind: "status", status: hostileStatus(track) },
  );
  await until("the server knows what is on air", () => server.link.status !== null);
  return { slug, onAir };
}

/** Names of DJs, encoders, edges and sound cards. @param keptOff a track that on-air does not play */
function hostileStatus(keptOff: { readonly trackId: string; readonly path: string }) {
  const now = Date.now();
  const live = {
    sessionId: randomUUID(),
    userId: randomUUID(),
    djName: name,
    state: "on-air",
    connectedAtMs: now,
    begunAtMs: null,
    address: name,
    userAgent: long,
    contentType: name,
    title: long,
  } as const;
  const edge = {
    id: randomUUID(),
    name,
    publicUrl: "https://a.example/?'onmouseover='pwned(9)",
    weight: 0,
    state: "carrying",
    listeners: 0,
    lagMs: null,
    sinceMs: now,
    listenerSeconds: 0,
  } as const;
  const play = testPlay({
    title: long,
    artist: long,
    kind: "live",
    djName: name,
    startedAtMs: now,
  });
  return {
    ...testStatus(play, now),
    live: [live],
    edges: [edge],
    captureDevices: [{ id: name, name }],
    probes: [{ path: name, problem: long, levelDb: null, titleAgeMs: null, ageMs: 0 }],
    quarantined: [{ ...keptOff, reason: long, atMs: now }],
  };
}
