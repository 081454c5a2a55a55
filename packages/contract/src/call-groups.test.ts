import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { callGroups } from "./call-groups.ts";
import { stationSettingsSchema } from "./settings.ts";

const calls = new Map(callGroups.flatMap(({ apis }) => apis.flatMap((api) => Object.entries(api))));
const kindRules = (count: number) =>
  Array.from({ length: count }, () => ({ by: "tag", value: "x", kind: "spot" }));
const relays = (count: number) =>
  Array.from({ length: count }, () => ({ url: "https://relay.example/a", weight: 1 }));
const irc = { botName: "Parrot", server: "irc.example.org" };
const metadata = { genre: "", website: "", email: "" };
const hsl = "hsl(1, 1%, 1%)";
const colors = { primary: hsl, secondary: hsl, accent: hsl };

/** Faults in otherwise valid examples, by the field the refusal names. */
const refusedBodies: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
  putStationSettings: [
    ["stationName", { stationName: " " }],
    ["stationName", { stationName: "x".repeat(81) }],
    ["tagline", { tagline: "two\nlines" }],
    ["autoPlay", { autoPlay: "yes" }],
    ["announcesShows", { announcesShows: 1 }],
    ["doesTopicFollowShow", { doesTopicFollowShow: "on" }],
    ["djKeysWork", { djKeysWork: "never" }],
    ["ircChannel", { ircChannel: "radio" }],
    ["ircChannel", { ircChannel: "#two words" }],
    ["ircChannel", { ircChannel: "#a\r\nQUIT" }],
    ["ircChannel", { ircChannel: `#${"x".repeat(50)}` }],
    ["volume", { volume: -1 }],
    ["volume", { volume: 101 }],
    ["volume", { volume: 50.5 }],
    ["bitrate", { bitrate: 63 }],
    ["bitrate", { bitrate: 321 }],
    ["maxListeners", { maxListeners: 9 }],
    ["maxListeners", { maxListeners: 5001 }],
    ["loudnessTargetLufs", { loudnessTargetLufs: -9 }],
    ["timeZone", { timeZone: "Europe/Atlantis" }],
    ["commentsEnabled", { commentsEnabled: 1 }],
    ["registrationEnabled", { registrationEnabled: "no" }],
    ["maintenanceMode", { maintenanceMode: 0 }],
    ["separation.artistMinutes", { separation: { artistMinutes: 10_081 } }],
    ["guestQueueActions", { guestQueueActions: "some" }],
    ["djAddress", { djAddress: "https://radio.example/stream" }],
    ["djAddress", { djAddress: "radio.example:65536" }],
    ["streamLimitMinutes", { streamLimitMinutes: 0 }],
    ["shortestTrackSeconds", { shortestTrackSeconds: 61 }],
    ["maxUploadMegabytes", { maxUploadMegabytes: 0 }],
    ["leftOutFormats.0", { leftOutFormats: ["doc"] }],
    ["uploadFormats", { uploadFormats: ["wma", "wma"] }],
    ["trashDays", { trashDays: 3651 }],
    ["listeningSessionDays", { listeningSessionDays: -1 }],
    ["tagOriginalsMegabytes", { tagOriginalsMegabytes: -1 }],
    ["kindRules.0.value", { kindRules: [{ by: "genre", value: " ", kind: "jingle" }] }],
    ["kindRules.0.kind", { kindRules: [{ by: "genre", value: "x", kind: "song" }] }],
    ["kindRules", { kindRules: kindRules(101) }],
    ["oldAddresses.0.path", { oldAddresses: [{ path: "radio.mp3", codec: "mp3" }] }],
    ["relays.0.url", { relays: [{ url: "relay.example/stream.mp3", weight: 10 }] }],
    ["relays.0.url", { relays: [{ url: "https://relay.example/", weight: 10 }] }],
    ["relays.0.url", { relays: [{ url: "https://a:b@relay.example/stream.mp3", weight: 10 }] }],
    ["relays.0.url", { relays: [{ url: "https://relay;sandbox/stream.mp3", weight: 10 }] }],
    ["relays.0.weight", { relays: [{ url: "https://relay.example/stream.mp3", weight: 101 }] }],
    ["relays.0.weight", { relays: [{ url: "https://relay.example/stream.mp3", weight: null }] }],
    ["relays", { relays: relays(21) }],
    ["allowedStreamHosts.0", { allowedStreamHosts: ["http://studio/"] }],
    ["requestRules.maxOpenRequests", { requestRules: { maxOpenRequests: 501 } }],
    ["requestRules.trackCooldownMinutes", { requestRules: { trackCooldownMinutes: -1 } }],
    ["requestTurns.mostPerHour", { requestTurns: { mostPerHour: 61 } }],
    ["retention.historyDays", { retention: { historyDays: 3651 } }],
    ["requestPreset", { requestPreset: "chaos" }],
  ],
  putBranding: [
    ["siteName", { siteName: "" }],
    ["siteName", { siteName: "x".repeat(81) }],
    ["siteName", { siteName: "a\r\nicy-url: evil" }],
    ["siteName", { siteName: "lone \uD800 surrogate" }],
    ["tagline", { tagline: "x".repeat(161) }],
    ["controlPanelTitle", { controlPanelTitle: " " }],
    ["irc.botName", { irc: { ...irc, botName: "" } }],
    ["irc.botName", { irc: { ...irc, botName: "7up" } }],
    ["irc.botName", { irc: { ...irc, botName: "bot name" } }],
    ["irc.botName", { irc: { ...irc, botName: "x".repeat(31) } }],
    ["irc.server", { irc: { ...irc, server: "x".repeat(256) } }],
    ["metadata.genre", { metadata: { ...metadata, genre: "x".repeat(81) } }],
    ["metadata.website", { metadata: { ...metadata, website: "javascript:alert(1)" } }],
    ["metadata.website", { metadata: { ...metadata, website: "ftp://example.org" } }],
    ["metadata.website", { metadata: { ...metadata, website: "https://" } }],
    ["metadata.website", { metadata: { ...metadata, website: "https://[::1" } }],
    ["metadata.website", { metadata: { ...metadata, website: 'https://x/"><script>' } }],
    ["metadata.email", { metadata: { ...metadata, email: "no-address" } }],
    ["metadata.email", { metadata: { ...metadata, email: "a@b@c" } }],
    ["metadata.email", { metadata: { ...metadata, email: `${"x".repeat(200)}@y` } }],
    ["colors.primary", { colors: { ...colors, primary: "red" } }],
    ["colors.secondary", { colors: { ...colors, secondary: "hsl(361, 0%, 0%)" } }],
    ["colors.accent", { colors: { ...colors, accent: "hsl(1, 101%, 0%)" } }],
    ["colors.accent", { colors: { ...colors, accent: "hsl(1, 1%, 1%); color: red" } }],
    ["headerTags", { headerTags: ["a", "b", "c", "d", "e"] }],
    ["headerTags.0", { headerTags: ["x".repeat(31)] }],
    ["colors", { colors: undefined }],
  ],
  putRadioState: [
    ["volume", { volume: 100.5 }],
    ["volume", { volume: -0.1 }],
    ["isPlaying", { isPlaying: "no" }],
    ["ircChannel", { ircChannel: "neonrelay" }],
    ["ircChannel", { ircChannel: "#a,#b" }],
  ],
  skip: [["playId", { playId: "x" }]],
  startStream: ["x".repeat(201), 7, null].map(
    (audioSource) => ["audioSource", { audioSource }] as const,
  ),
  configureStream: [
    ["bitrate", { bitrate: 63 }],
    ["bitrate", { bitrate: 321 }],
    ["bitrate", { bitrate: 128.5 }],
    ["sampleRate", { sampleRate: undefined }],
    ["channels", { channels: 0 }],
    ["channels", { channels: 3 }],
  ],
  addOutput: [
    ["host", { host: "evil host" }],
    ["host", { host: "a\r\nX: 1" }],
    ["port", { port: 0 }],
    ["mount", { mount: "live" }],
    ["mount", { mount: "/a?b" }],
    ["username", { username: "a:b" }],
    ["password", { password: "" }],
    ["password", { password: "a\nb" }],
  ],
  sendChat: [
    ["username", { username: "o" }],
    ["username", { username: "o".repeat(21) }],
    ["username", { username: "night owl" }],
    ["message", { message: "   " }],
    ["message", { message: "x".repeat(401) }],
    ["message", { message: "hello\r\nQUIT" }],
  ],
  addComment: [
    ["content", { content: "   " }],
    ["content", { content: "x".repeat(1001) }],
  ],
  replyToComment: [
    ["content", { content: "   " }],
    ["content", { content: "x".repeat(1001) }],
  ],
  addMusicSource: [
    ["url", { url: "file:///etc/passwd" }],
    ["url", { url: "https://me:secret@music.example.org" }],
    ["password", { password: "" }],
    ["everyMinutes", { everyMinutes: 1 }],
    ["cacheMegabytes", { cacheMegabytes: 1 }],
  ],
  addExternalStream: [
    ["url", { url: undefined }],
    ["url", { url: "" }],
    ["url", { url: `http://93.184.216.34/${"a".repeat(2000)}` }],
    ["title", { title: " " }],
    ["title", { title: "a".repeat(201) }],
    ["artist", { artist: "" }],
  ],
};

const refusedQueries: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  getHistory: [
    ["limit", "0"],
    ["limit", "201"],
    ["limit", "1.5"],
    ["limit", "many"],
    ["before", "yesterday"],
  ],
  listSystemLogs: [
    ["limit", "0"],
    ["limit", "501"],
    ["after", "first"],
    ["level", "debug"],
    ["q", "x".repeat(201)],
    ["category", "x".repeat(101)],
  ],
  listSecurityEvents: [
    ["severity", "low"],
    ["limit", "501"],
  ],
  listTracks: [
    ["added", "2024-13"],
    ["year", "abc"],
    ["kind", "noise"],
  ],
  listArtists: [["limit", "201"]],
  listLetters: [["of", "tag"]],
};

/** The fields named by a refusal; none when the input is accepted. */
function refusedFields(schema: z.ZodMiniType | undefined, input: unknown): readonly string[] {
  const { error } = schema?.safeParse(input) ?? {};
  return [...new Set(error?.issues.map(({ path }) => path.join(".")))];
}

function rowsOf<Input>(table: Readonly<Record<string, readonly (readonly [string, Input])[]>>) {
  return Object.entries(table).flatMap(([operation, rows]) =>
    rows.map(([field, input]) => ({ operation, field, input })),
  );
}

test.each(rowsOf(refusedBodies))(
  "$operation is refused naming $field: $input",
  ({ operation, field, input }) => {
    const { body, example } = calls.get(operation) ?? {};
    const right = Object(example?.body);

    expect(refusedFields(body, right)).toEqual([]);
    expect(refusedFields(body, { ...right, ...input })).toEqual([field]);
  },
);

test.each(rowsOf(refusedQueries))(
  "$operation is refused naming $field: $input",
  ({ operation, field, input }) => {
    expect(refusedFields(calls.get(operation)?.query, { [field]: input })).toEqual([field]);
  },
);

test("an invalid value of each setting is refused", () => {
  const tried = refusedBodies.putStationSettings?.map(([field]) => field.split(".")[0]);

  expect(new Set(tried)).toEqual(
    new Set([...Object.keys(stationSettingsSchema.shape), "requestPreset"]),
  );
});

test.each([
  ["putStationSettings", {}],
  ["putStationSettings", { unknown: 1 }],
  ["putRadioState", {}],
  ["configureStream", undefined],
])("%s with only unknown fields is refused as a whole: %j", (operation, input) => {
  expect(refusedFields(calls.get(operation)?.body, input)).toEqual([""]);
});
