import { defaultBackupPlan, defaultBranding } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import * as z from "zod";
import type {
  SignedInBrowser,
  TestBrowser,
  TestServer,
} from "../../../server/src/api/test-server.ts";
import { say } from "../../../server/src/chat/chat-actions.ts";
import { djName, long, name } from "./texts.ts";

/** @returns the address of the show */
export async function fillProgramme(server: TestServer, admin: SignedInBrowser): Promise<string> {
  const dj = await server.signIn("dj");
  await put(dj, "/api/users/name", { name: djName });
  const rule = { kinds: ["music"], genres: [name], words: [name] };
  await add(admin, "/api/playlists", { name, description: name, rule });
  await add(admin, "/api/clocks", { name, slots: [] });
  const show = z
    .object({ id: z.string(), slug: z.string() })
    .parse(
      await add(admin, "/api/programme/shows", { name, text: long, hostIds: [dj.account?.id] }),
    );
  await add(admin, "/api/schedule/entries", {
    what: { kind: "show", showId: show.id },
    startsAt: `${new Date().toISOString().slice(0, 10)}T00:00:00`,
    durationMinutes: 1440,
    repeat: "FREQ=DAILY",
  });
  const day = { kind: "weekday", weekday: 7 };
  await add(admin, "/api/schedule/holidays", { name, date: "2026-12-25", isYearly: true, day });
  return show.slug;
}

/** Messages from visitors, in the chat and from IRC. */
export async function fillCommunity(server: TestServer): Promise<void> {
  await add(server.guest(), "/api/comments", { content: long.slice(0, 1000) });
  const spoken = { username: name, message: long, isBot: false, kind: "message" } as const;
  await say(server, { ...spoken, origin: "irc", runs: null });
  const plain = { bold: true, italic: false, underline: false, strikethrough: false };
  const run = { ...plain, monospace: false, reverse: false, text: long };
  await say(server, { ...spoken, origin: "irc", runs: [run] });
  await say(server, { ...spoken, isBot: true, origin: "station", runs: null });
}

/** Texts from operators and logs. */
export async function fillSettings(server: TestServer, admin: SignedInBrowser): Promise<void> {
  await put(admin, "/api/users/name", { name });
  const branding = {
    ...defaultBranding,
    siteName: name,
    tagline: long.slice(0, 160),
    controlPanelTitle: name,
    headerTags: ["<svg/onload=pwned(2)>"],
    metadata: {
      genre: name,
      website: "https://a.example/?'onmouseover='pwned(9)",
      email: "a'onclick='pwned(9)@a.example",
    },
  };
  await put(admin, "/api/branding", branding);
  await add(admin, "/api/stream/outputs", {
    host: "icecast.example",
    port: 8000,
    mount: "/<svg/onload=pwned(2)>",
    username: name.replaceAll(":", ""),
    password: "hackme",
  });
  const url = "https://music.example";
  const source = { name, url, username: name, password: "hackme", isEnabled: false };
  await add(admin, "/api/library/sources", source);
  const folder = path.join(server.dataDir, name);
  await mkdir(folder, { recursive: true });
  const plan = { ...defaultBackupPlan, folder };
  await put(admin, "/api/system/backups", plan);
  const { connection } = server.database;
  await connection.execute(sql`
    insert into system_logs (id, level, message, category, details, timestamp)
    values (${randomUUID()}, 'error', ${long}, ${name}, ${JSON.stringify({ [name]: long })}, now())`);
  await connection.execute(sql`
    insert into security_events (id, severity, description, event_type, ip_address, timestamp)
    values (${randomUUID()}, 'high', ${long}, ${name}, ${name}, now())`);
}

async function add(by: TestBrowser, address: string, body: object): Promise<unknown> {
  const answer = await by.call("POST", address, { body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

async function put(by: TestBrowser, address: string, body: object): Promise<void> {
  expect(await by.call("PUT", address, { body })).toMatchObject({ status: 200 });
}
