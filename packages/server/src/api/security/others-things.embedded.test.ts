import { commentSchema, musicSourceSchema, outputSchema, showSchema } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTestTracks } from "../../database/test-database.ts";
import { TestSocket } from "../../socket/test-socket.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../test-server.ts";
import { calls, fieldsOf, type NamedCall } from "./test-calls.ts";

/**
 * Who owns the things that a call names by id:
 * - station: the station; whoever has the call's declared right may use all of them, see rights-rules.test
 * - shared: the queue, which belongs to everyone as far as the setting 'Guest queue actions' allows
 * - public: anyone may see it
 * - ticket: its id is random and known only to the browser that created it
 * - own: a person; nobody else can touch it
 * - rank: an account; out of reach below its rank
 * - secret: the station, with a password that goes to no other server
 */
type Ownership = "station" | "shared" | "public" | "ticket" | "own" | "rank" | "secret";

/** A call that names something but has no row here fails. */
const ownership: Readonly<Record<string, Ownership>> = {
  addFavourite: "own",
  removeFavourite: "own",
  likeComment: "own",
  unlikeComment: "own",
  changeShow: "own",
  setShowPicture: "own",
  removeShowPicture: "own",

  updateUser: "rank",
  deleteUser: "rank",
  inviteUser: "rank",
  withdrawInvitation: "rank",
  revokeUserStreamKey: "rank",

  changeOutput: "secret",
  testOutput: "secret",
  changeMusicSource: "secret",
  testMusicSource: "secret",

  getStreamSession: "ticket",

  addToQueue: "shared",
  removeFromQueue: "shared",
  moveInQueue: "shared",
  playNext: "shared",

  explainPlanItem: "public",
  getShow: "public",
  getShowCalendar: "public",
  getShowPicture: "public",
  getTrackArt: "public",
  replyToComment: "public",

  deleteChatMessage: "station",
  removeSanction: "station",
  deleteComment: "station",
  changeClock: "station",
  removeClock: "station",
  createShow: "station",
  removeShow: "station",
  changeScheduleEntry: "station",
  removeScheduleEntry: "station",
  changeOccurrence: "station",
  changeHoliday: "station",
  removeHoliday: "station",
  changePlaylist: "station",
  removePlaylist: "station",
  listPlaylistTracks: "station",
  setPlaylistTracks: "station",
  addPlaylistTracks: "station",
  exportPlaylist: "station",
  insertIntoPlan: "station",
  changePlanItem: "station",
  dropPlanItem: "station",
  changeTracksProgramme: "station",
  getTrackCues: "station",
  setTrackCues: "station",
  getTrackWaveform: "station",
  renderTrackSound: "station",
  getTracksFields: "station",
  previewTracksEdit: "station",
  editTracks: "station",
  undoTracksEdit: "station",
  undoMerge: "station",
  checkTracksDeletion: "station",
  deleteTracks: "station",
  restoreDeletions: "station",
  emptyTrash: "station",
  mergeDuplicates: "station",
  rejectDuplicates: "station",
  retryRefusedFiles: "station",
  retryQuarantined: "station",
  retryIncoming: "station",
  dismissIncoming: "station",
  removeOutput: "station",
  removeMusicSource: "station",
  readMusicSource: "station",
  listSourcePlaylists: "station",
  importSourcePlaylist: "station",
  kickLiveSession: "station",
  disconnectListener: "station",
  getReport: "station",
  deleteReport: "station",
  downloadReport: "station",
};

/** Whether a call names something that already exists. */
function namesSomething({ endpoint: { path, body } }: NamedCall): boolean {
  return path.includes("/:") || fieldsOf(body).some((field) => /^(?:id|ids|\w+Ids?)$/.test(field));
}

let server: TestServer;
let trackId = "";
/** Owns the things. */
let ada: SignedInBrowser;
/** Knows their ids. */
let eve: SignedInBrowser;
let moderator: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  [trackId = ""] = await addTestTracks(server.database, ["first"]);
  ada = await server.signIn("dj");
  eve = await server.signIn("dj");
  moderator = await server.signIn("moderator");
});
afterAll(() => server[Symbol.asyncDispose]());

test("the rows match the calls that name something", () => {
  const named = calls.filter(namesSomething).map(({ operation }) => operation);

  expect(Object.keys(ownership).sort()).toEqual(named.toSorted());
});

/** What each row asks to try: Eve with an id of Ada's. */
const attempts: Readonly<Record<string, () => Promise<void>>> = {
  addFavourite: async () => {
    await eve.call("PUT", `/api/favourites/${trackId}`);

    expect((await ada.call("GET", "/api/favourites")).body).toEqual([]);
    await eve.call("DELETE", `/api/favourites/${trackId}`);
  },
  removeFavourite: async () => {
    const [other] = await addTestTracks(server.database, ["no one's favourite"]);
    await ada.call("PUT", `/api/favourites/${trackId}`);

    const hers = await eve.call("DELETE", `/api/favourites/${trackId}`);
    const noOnes = await eve.call("DELETE", `/api/favourites/${other}`);

    expect([hers.status, hers.body]).toEqual([noOnes.status, noOnes.body]);
    expect((await ada.call("GET", "/api/favourites")).body).toMatchObject([{ id: trackId }]);
  },
  likeComment: async () => {
    const id = await likedByAda();

    const liked = await eve.call("POST", `/api/comments/${id}/like`);
    await ada.call("DELETE", `/api/comments/${id}/like`);

    expect(liked.body).toEqual({ id, likes: 2 });
    expect((await eve.call("POST", `/api/comments/${id}/like`)).body).toEqual({ id, likes: 1 });
  },
  unlikeComment: async () => {
    const id = await likedByAda();

    const unliked = await eve.call("DELETE", `/api/comments/${id}/like`);

    expect(unliked).toMatchObject({ status: 200, body: { id, likes: 1 } });
  },
  changeShow: async () => {
    const change = (id: string) =>
      eve.call("PATCH", `/api/programme/shows/${id}`, { body: { version: 1, text: "Mine" } });
    await refusedForAdasShow(change);
  },
  setShowPicture: async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\nx\r\n--x--\r\n';
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    await refusedForAdasShow((id) =>
      eve.call("PUT", `/api/shows/${id}/picture`, { body, headers }),
    );
  },
  removeShowPicture: async () => {
    await refusedForAdasShow((id) => eve.call("DELETE", `/api/shows/${id}/picture`));
  },
  updateUser: async () => {
    await refusedAbove((by, id) =>
      by.call("PUT", `/api/users/${id}`, { body: { password: "taken over by eve" } }),
    );
  },
  deleteUser: async () => {
    await refusedAbove((by, id) => by.call("DELETE", `/api/users/${id}`));
  },
  inviteUser: async () => {
    await refusedAbove((by, id) => by.call("POST", `/api/users/${id}/invitation`));
  },
  withdrawInvitation: async () => {
    await refusedAbove((by, id) => by.call("DELETE", `/api/users/${id}/invitation`));
  },
  revokeUserStreamKey: async () => {
    await refusedAbove((by, id) => by.call("DELETE", `/api/users/${id}/stream-key`));
  },
  changeOutput: async () => {
    const admin = await server.signIn("admin");
    const { id } = await storedOutput(admin);

    const aimed = await admin.call("PUT", `/api/stream/outputs/${id}`, {
      body: { host: "eve.example" },
    });

    expect(aimed).toMatchObject({ status: 400, body: { field: "password" } });
    await admin.call("DELETE", `/api/stream/outputs/${id}`);
  },
  testOutput: async () => {
    const admin = await server.signIn("admin");
    const { id } = await storedOutput(admin);
    const body = { id, host: "eve.example", port: 8000, mount: "/stream.mp3" };

    const aimed = await admin.call("POST", "/api/stream/outputs/test", { body });

    expect(aimed).toMatchObject({ status: 400, body: { field: "password" } });
    await admin.call("DELETE", `/api/stream/outputs/${id}`);
  },
  changeMusicSource: async () => {
    const admin = await server.signIn("admin");
    const { id } = await storedSource(admin);

    const aimed = await admin.call("PUT", `/api/library/sources/${id}`, {
      body: { url: "https://eve.example" },
    });

    expect(aimed).toMatchObject({ status: 400, body: { field: "password" } });
    await admin.call("DELETE", `/api/library/sources/${id}`);
  },
  testMusicSource: async () => {
    const admin = await server.signIn("admin");
    const { id } = await storedSource(admin);
    const body = { ...sourceBody, id, url: "https://eve.example" };

    const aimed = await admin.call("POST", "/api/library/sources/test", { body });

    expect(aimed).toMatchObject({ status: 400, body: { field: "password" } });
    await admin.call("DELETE", `/api/library/sources/${id}`);
  },
};

const guarded = Object.keys(ownership).filter((operation) =>
  ["own", "rank", "secret"].includes(ownership[operation] ?? ""),
);

test.each(guarded)("%s leaves other people's things alone", async (operation) => {
  const attempt = attempts[operation];
  if (attempt === undefined) throw new Error("this row has no attempt");
  await attempt();
});

async function likedByAda(): Promise<string> {
  const listener = await server.signIn("listener");
  const added = await listener.call("POST", "/api/comments", { body: { content: "A fine hour" } });
  const { id } = commentSchema.parse(added.body);
  expect((await ada.call("POST", `/api/comments/${id}/like`)).body).toEqual({ id, likes: 1 });
  return id;
}

/** Eve's change of Ada's show gets the answer for a show that does not exist, and changes nothing. */
async function refusedForAdasShow(
  change: (id: string) => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<void> {
  const made = await moderator.call("POST", "/api/programme/shows", {
    body: { name: `Ada's hour ${randomUUID()}`, hostIds: [ada.account?.id] },
  });
  const show = showSchema.parse(made.body);

  const refused = await change(show.id);
  const missing = await change(randomUUID());

  expect(refused).toMatchObject({ status: 403, body: { code: "not_allowed" } });
  expect([missing.status, missing.body]).toEqual([refused.status, refused.body]);
  const { body } = await server.call("GET", `/api/shows/${show.slug}`);
  expect(body).toMatchObject({ text: "", pictureUrl: null });
  await moderator.call("DELETE", `/api/programme/shows/${show.id}`);
}

/** An admin can't touch a super admin, nor the access code an admin. */
async function refusedAbove(
  change: (
    by: SignedInBrowser,
    id: string,
  ) => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<void> {
  for (const [lower, upper] of [
    ["admin", "super_admin"],
    ["access-code", "super_admin"],
    ["access-code", "admin"],
  ] as const) {
    const target = await server.signIn(upper);
    await target.call("POST", "/api/live/key");
    const before = await rowOf(target);

    const refused = await change(await server.signIn(lower), target.account?.id ?? "");

    expect(refused, `${lower} on ${upper}`).toMatchObject({
      status: 403,
      body: { code: "not_allowed" },
    });
    expect(await rowOf(target)).toEqual(before);
    expect((await target.call("GET", "/api/session")).body).toMatchObject({ role: upper });
  }
}

async function rowOf({ account }: SignedInBrowser): Promise<unknown> {
  const { rows } = await server.database.connection.execute(
    sql`select * from users where id = ${account?.id}`,
  );
  expect(rows).toHaveLength(1);
  return rows;
}

async function storedOutput(admin: SignedInBrowser) {
  const body = { host: "icecast.example", port: 8000, mount: "/stream.mp3", password: "hackme" };
  return outputSchema.parse((await admin.call("POST", "/api/stream/outputs", { body })).body);
}

const sourceBody = { name: "Home", url: "https://music.example", username: "station" };

async function storedSource(admin: SignedInBrowser) {
  const body = { ...sourceBody, password: "hackme", isEnabled: false };
  return musicSourceSchema.parse((await admin.call("POST", "/api/library/sources", { body })).body);
}

describe("beside the calls of the contract", () => {
  const tus = (browser: { readonly cookie: string }, method: string, address: string) =>
    fetch(new URL(address, server.origin), {
      method,
      headers: {
        origin: server.origin,
        cookie: browser.cookie,
        "tus-resumable": "1.0.0",
        ...(method === "POST" && { "upload-length": "3", "upload-metadata": "filename YS5tcDM=" }),
        ...(method === "PATCH" && {
          "upload-offset": "0",
          "content-type": "application/offset+octet-stream",
        }),
      },
      ...(method === "PATCH" && { body: "abc" }),
    });

  test.each(["HEAD", "PATCH", "DELETE"])(
    "%s of another admin's upload is answered as if it did not exist, and changes nothing",
    async (method) => {
      const owner = await server.signIn("admin");
      const other = await server.signIn("super_admin");
      const address = (await tus(owner, "POST", "/api/uploads")).headers.get("location") ?? "";

      const refused = await tus(other, method, address);
      const missing = await tus(other, method, `/api/uploads/${randomUUID()}`);

      expect([refused.status, await refused.text()]).toEqual([404, await missing.text()]);
      const own = await tus(owner, "HEAD", address);
      expect([own.status, own.headers.get("upload-offset")]).toEqual([200, "0"]);
      await tus(owner, "DELETE", address);
    },
  );

  test("a stream key that Eve makes or ends leaves Ada's alone", async () => {
    await ada.call("POST", "/api/live/key");
    const before = await rowOf(ada);

    await eve.call("POST", "/api/live/key", { body: { userId: ada.account?.id } });
    await eve.call("DELETE", `/api/live/key?userId=${ada.account?.id}`);

    expect(await rowOf(ada)).toEqual(before);
  });

  test("Eve can't get a chat name that Ada holds, and Eve's leaving does not free it", async () => {
    using adas = await TestSocket.connect(server.origin, { cookie: ada.cookie });
    using eves = await TestSocket.connect(server.origin, { cookie: eve.cookie });
    adas.send({ type: "chat_join", data: { username: "night-owl" } });
    await adas.nextOf("chat_joined");

    eves.send({ type: "chat_join", data: { username: "Night-Owl" } });
    const refused = await eves.nextOf("error");
    eves.send({ type: "chat_leave" });
    eves.send({ type: "chat_join", data: { username: "night-owl" } });
    const again = await eves.nextOf("error");
    const said = await eve.call("POST", "/api/chat/send", {
      body: { username: "night-owl", message: "it is me" },
    });

    expect([refused.data.code, again.data.code]).toEqual(["name_taken", "name_taken"]);
    expect(said).toMatchObject({ status: 409, body: { code: "name_taken" } });
  });
});
