import { brandingSchema, defaultBranding } from "@neonrelay/contract";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import { TestSocket } from "../socket/test-socket.ts";
import { findRadioState } from "../radio/on-air-store.ts";
import { toOnAirSettings } from "../radio/to-on-air-settings.ts";
import { fromBranding } from "./branding.ts";
import { findSettings } from "./settings-store.ts";

let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.settings.change(() => ({ ...fromBranding(defaultBranding), isBrandingOwn: false }));
});

const put = (body: unknown) => admin.call("PUT", "/api/branding", { body });

const pirate = {
  siteName: "Pirate Radio",
  tagline: "From the sea",
  controlPanelTitle: "Bridge",
  irc: { botName: "Parrot[1]", server: "irc.example.org:6697" },
  metadata: {
    genre: "Shanties",
    website: "http://pirate.example/on-air?x=1",
    email: "captain@pirate.example",
  },
  colors: {
    primary: "hsl(0,0%,0%)",
    secondary: "hsl(360, 100%, 100%)",
    accent: "hsl( 59 , 9% , 99% )",
  },
  headerTags: ["Ahoy"],
};

test("branding is replaced as a whole, and every socket gets it", async () => {
  using socket = await TestSocket.connect(server.origin);

  const answer = await put(pirate);

  expect(answer).toMatchObject({ status: 200, body: pirate });
  await socket.nextOf("branding_update", ({ data }) => isDeepStrictEqual(data.branding, pirate));
  expect((await server.call("GET", "/api/branding")).body).toEqual(pirate);
});

test("directories get the genre and tagline set by the owner, but never an unchosen default", async () => {
  const { connection } = server.database;
  const sent = async () => {
    const settings = await findSettings(connection);
    if (settings === null) throw new Error("there are no settings");
    const { genre, description } = toOnAirSettings(settings, await findRadioState(connection));
    return [genre, description];
  };
  const { genre } = defaultBranding.metadata;
  const untouched = await sent();
  await admin.call("PUT", "/api/station-settings", { body: { tagline: "Out there" } });
  const half = await sent();
  await put(defaultBranding);

  expect([untouched, half, await sent()]).toEqual([
    ["", ""],
    ["", "Out there"],
    [genre, defaultBranding.tagline],
  ]);
});

test("the site's name is the station's name", async () => {
  await put({ ...defaultBranding, siteName: "One Name", tagline: "one tagline" });
  const settings = await admin.call("GET", "/api/station-settings");
  await admin.call("PUT", "/api/station-settings", { body: { stationName: "Another" } });
  const branding = await server.call("GET", "/api/branding");

  expect(settings.body).toMatchObject({ stationName: "One Name", tagline: "one tagline" });
  expect(branding.body).toMatchObject({ siteName: "Another", tagline: "one tagline" });
});

test("the installed app has the station's name", async () => {
  await put({ ...defaultBranding, siteName: "The Late Night Waves", tagline: "until dawn" });

  const { status, body, headers } = await server.call("GET", "/manifest.webmanifest");

  expect([status, headers.get("content-type")]).toEqual([
    200,
    "application/manifest+json; charset=utf-8",
  ]);
  expect(body).toMatchObject({
    name: "The Late Night Waves",
    short_name: "The Late Nig",
    description: "The Late Night Waves - until dawn",
    start_url: "/",
    display: "standalone",
  });
});

test("omitted header tags stay, and texts are trimmed", async () => {
  await put({ ...defaultBranding, headerTags: ["Kept"] });
  const { headerTags: _headerTags, ...withoutTags } = defaultBranding;

  const answer = await put({ ...withoutTags, siteName: "  Trimmed  " });

  expect(answer.body).toEqual({ ...defaultBranding, siteName: "Trimmed", headerTags: ["Kept"] });
});

test("a refused branding change names the field and changes nothing", async () => {
  const answer = await put({ ...pirate, colors: { ...pirate.colors, primary: "red" } });

  expect(answer).toMatchObject({
    status: 400,
    body: { code: "invalid_request", field: "colors.primary" },
  });
  expect((await server.call("GET", "/api/branding")).body).toEqual(defaultBranding);
});

test("addresses may be empty, and texts may reach their maximum length", async () => {
  const widest = {
    ...pirate,
    siteName: "x".repeat(80),
    tagline: "x".repeat(160),
    controlPanelTitle: "x".repeat(80),
    irc: { botName: "x".repeat(30), server: "x".repeat(255) },
    metadata: { genre: "x".repeat(80), website: "", email: "" },
    headerTags: ["a", "b", "c", "x".repeat(30)],
  };

  expect(brandingSchema.parse((await put(widest)).body)).toEqual(widest);
});

test("only callers with the right to configure the system can change the branding", async () => {
  const dj = await server.signIn("dj");
  const guest = await server.guest().call("PUT", "/api/branding", { body: pirate });

  expect(guest).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
  expect(await dj.call("PUT", "/api/branding", { body: pirate })).toMatchObject({
    status: 403,
    body: { code: "not_allowed" },
  });
});

test("the log says who changed the branding", async () => {
  const { call, account } = await server.signIn("admin");
  await call("PUT", "/api/branding", { body: { ...defaultBranding, siteName: "Logged" } });
  await server.systemLog.settled();

  const { body } = await call("GET", "/api/system-logs?category=operator&limit=1");
  expect(body).toMatchObject([
    {
      message: `${account?.username} changed the branding`,
      details: { by: account?.username, siteName: "Logged" },
    },
  ]);
});
