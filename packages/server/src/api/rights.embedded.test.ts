import { callGroups, defaultBackupPlan, type Endpoint, type Role } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { listSecurityEvents } from "../logs/log-store.ts";
import { startTestServer, type TestBrowser, type TestServer } from "./test-server.ts";

type Caller = "guest" | Role | "access-code";

const callers: readonly Caller[] = [
  "guest",
  "listener",
  "moderator",
  "dj",
  "admin",
  "access-code",
  "super_admin",
];
const everyone = callers;
const signedIn = callers.filter((caller) => caller !== "guest");
const operators: readonly Caller[] = signedIn.filter((caller) => caller !== "listener");
const moderators: readonly Caller[] = ["moderator", "admin", "access-code", "super_admin"];
const djs: readonly Caller[] = ["dj", "admin", "access-code", "super_admin"];
const admins: readonly Caller[] = ["admin", "access-code", "super_admin"];

/** Who may make each call, as the station is set up at first. A call without a row here fails. */
const mayCall: Readonly<Record<string, readonly Caller[]>> = {
  getHealth: everyone,
  getMetrics: everyone,

  getRadioState: everyone,
  getNowPlaying: everyone,
  getHistory: everyone,
  getStreamInfo: everyone,
  getStreamSession: everyone,
  putRadioState: djs,
  skip: djs,
  restart: djs,
  emergencyStop: djs,
  fadeIn: djs,
  fadeOut: djs,
  crossfade: djs,

  listQueue: everyone,
  listExpectedPlays: everyone,
  addToQueue: everyone,
  clearQueue: everyone,
  removeFromQueue: everyone,
  moveInQueue: everyone,
  playNext: everyone,
  shuffleQueue: everyone,
  undoQueue: everyone,

  listTracks: everyone,
  searchTracks: everyone,
  getLibraryStats: everyone,
  listArtists: everyone,
  listAlbums: everyone,
  listGenres: everyone,
  listYears: everyone,
  listKinds: everyone,
  listMonthsAdded: everyone,
  listLetters: everyone,
  listTags: moderators,
  getTrackArt: everyone,
  listMusicSources: admins,
  addMusicSource: admins,
  changeMusicSource: admins,
  removeMusicSource: admins,
  testMusicSource: admins,
  readMusicSource: admins,
  listSourcePlaylists: admins,
  importSourcePlaylist: admins,
  listFavourites: signedIn,
  addFavourite: signedIn,
  removeFavourite: signedIn,
  listPlaylists: signedIn,
  listPlaylistTracks: signedIn,
  createPlaylist: moderators,
  changePlaylist: moderators,
  removePlaylist: moderators,
  setPlaylistTracks: moderators,
  tryPlaylistRule: moderators,
  importPlaylist: moderators,
  exportPlaylist: moderators,
  getSpotLog: moderators,
  downloadSpotLog: moderators,
  changeTracksProgramme: moderators,
  getPlan: everyone,
  listAired: everyone,
  explainPlanItem: everyone,
  insertIntoPlan: moderators,
  changePlanItem: moderators,
  dropPlanItem: moderators,
  undoPlanChange: moderators,
  tryClock: moderators,
  getAnalysis: moderators,
  getComingDay: moderators,
  listClocks: signedIn,
  createClock: moderators,
  changeClock: moderators,
  removeClock: moderators,
  listShows: everyone,
  getShow: everyone,
  listProgrammeShows: signedIn,
  listShowHosts: moderators,
  createShow: moderators,
  changeShow: signedIn,
  removeShow: moderators,
  setShowPicture: signedIn,
  removeShowPicture: signedIn,
  getShowPicture: everyone,
  getSchedule: everyone,
  getOnNow: everyone,
  getScheduleCalendar: everyone,
  getShowCalendar: everyone,
  listScheduleEntries: signedIn,
  createScheduleEntry: moderators,
  changeScheduleEntry: moderators,
  removeScheduleEntry: moderators,
  changeOccurrence: moderators,
  copyWeek: moderators,
  listHolidays: signedIn,
  createHoliday: moderators,
  changeHoliday: moderators,
  removeHoliday: moderators,
  importHolidays: moderators,
  exportProgramme: moderators,
  importProgramme: moderators,
  getTracksFields: admins,
  previewTracksEdit: admins,
  editTracks: admins,
  listTracksEdits: admins,
  undoTracksEdit: admins,
  uploadTrackCover: admins,
  getTrackCues: admins,
  setTrackCues: admins,
  getTrackWaveform: admins,
  renderTrackSound: admins,
  listDuplicates: admins,
  mergeDuplicates: admins,
  listMerges: admins,
  undoMerge: admins,
  rejectDuplicates: admins,
  upload: admins,
  listAttention: admins,
  acceptTroubles: admins,
  listMisread: admins,
  listQuarantined: admins,
  retryQuarantined: admins,
  listRefusedFiles: admins,
  retryRefusedFiles: admins,
  checkTracksDeletion: admins,
  deleteTracks: admins,
  listDeletions: admins,
  restoreDeletions: admins,
  emptyTrash: admins,
  listIncoming: admins,
  retryIncoming: admins,
  dismissIncoming: admins,
  addExternalStream: admins,
  getDemoMusic: admins,
  makeDemoMusic: admins,

  startStream: djs,
  stopStream: djs,
  configureStream: admins,
  getStreamKey: djs,
  getHostDesk: djs,
  makeStreamKey: djs,
  revokeStreamKey: djs,
  revokeUserStreamKey: admins,
  listLiveSessions: djs,
  kickLiveSession: djs,
  listEdges: admins,
  listOutputs: admins,
  addOutput: admins,
  changeOutput: admins,
  removeOutput: admins,
  testOutput: admins,
  getHlsCopy: admins,
  putHlsStorage: ["super_admin"],
  tryHlsStorage: ["super_admin"],

  listChat: everyone,
  listBotCommands: everyone,
  sendChat: everyone,
  clearChat: moderators,
  deleteChatMessage: moderators,
  kickChatter: moderators,
  listSanctions: moderators,
  addSanction: moderators,
  removeSanction: moderators,
  getIrcStatus: everyone,
  listComments: everyone,
  addComment: everyone,
  replyToComment: everyone,
  likeComment: everyone,
  unlikeComment: everyone,
  deleteComment: moderators,

  enterAccessCode: everyone,
  login: everyone,
  logout: everyone,
  getSession: everyone,
  register: everyone,
  changeOwnPassword: signedIn,
  changeOwnName: signedIn,
  listUsers: admins,
  createUser: admins,
  updateUser: admins,
  deleteUser: admins,

  getBranding: everyone,
  putBranding: admins,
  getStationSettings: admins,
  putStationSettings: admins,
  listSystemLogs: admins,
  clearSystemLogs: admins,
  listSecurityEvents: admins,
  getSystemStatus: admins,
  getMonitoring: admins,
  restartEngine: admins,
  restartIrc: admins,
  exportConfig: ["super_admin"],
  importConfig: ["super_admin"],
  downloadArchive: ["super_admin"],
  getDoctorReport: ["super_admin"],
  getScheduledBackups: ["super_admin"],
  putBackupPlan: ["super_admin"],
  startBackup: ["super_admin"],
  tryBackupPlace: ["super_admin"],
  downloadBackup: ["super_admin"],
  restoreBackup: ["super_admin"],
  runStatement: ["super_admin"],
  getDatabaseStatus: admins,
  testDatabase: admins,
};

/** What 'Guest queue actions' takes from guests and listeners. */
const queueControl = [
  "clearQueue",
  "removeFromQueue",
  "moveInQueue",
  "playNext",
  "shuffleQueue",
  "undoQueue",
];
const taken = { "requests only": queueControl, off: ["addToQueue", ...queueControl] };
/** What guests and listeners may change even during maintenance: they only sign in or out. */
const staysInMaintenance = ["enterAccessCode", "login", "logout"];

const signInFirst = { error: "Sign in to do this", code: "not_signed_in" };
const roleMayNot = { error: "Your role may not do this", code: "not_allowed" };
const inMaintenance = {
  error:
    "The station is in maintenance: you can listen and read; everything else will be back soon",
  code: "maintenance",
};
const turnedOff = "The station has turned this off for guests and listeners";
/** Said instead of the two general sentences. */
const ownRefusals: Readonly<Record<string, string>> = {
  ...Object.fromEntries(taken.off.map((operation) => [operation, turnedOff])),
  upload: "Admin access required for uploads",
  addExternalStream: "Admin access required for adding external streams",
};
const refusals: ReadonlySet<unknown> = new Set([
  signInFirst.error,
  roleMayNot.error,
  inMaintenance.error,
  ...Object.values(ownRefusals),
]);

interface Call {
  readonly operation: string;
  readonly endpoint: Endpoint;
}

const calls: readonly Call[] = callGroups.flatMap(({ apis }) =>
  apis.flatMap((api) =>
    Object.entries(api).map(([operation, endpoint]) => ({ operation, endpoint })),
  ),
);

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterEach(async () => {
  await server.settings.change(() => ({ guestQueueActions: "full", maintenanceMode: false }));
});
afterAll(() => server[Symbol.asyncDispose]());

/** Its backups fail at once: the calls below may start them, and nothing here waits for one. */
async function startOwnServer(): Promise<TestServer> {
  const started = await startTestServer();
  await started.backups.change({ ...defaultBackupPlan, folder: "/not-mounted" });
  return started;
}

/** After these calls a browser may have no session, or another one. */
const changesSession = new Set([
  "login",
  "logout",
  "enterAccessCode",
  "register",
  "changeOwnPassword",
  "restoreBackup",
]);
/** One for each caller, until a call changes its session. */
const browsers = new Map<Caller, TestBrowser>();

async function browserOf(caller: Caller): Promise<TestBrowser> {
  const browser = browsers.get(caller) ?? (await newBrowserOf(caller));
  browsers.set(caller, browser);
  return browser;
}

async function newBrowserOf(caller: Caller): Promise<TestBrowser> {
  return caller === "guest" ? server.guest() : await server.signIn(caller);
}

/** Makes the call with input of the right shape; what its path names does not exist. */
async function make({ method, path, example, fileField }: Endpoint, browser: TestBrowser) {
  const target = path.replaceAll(/:\w+/g, () => randomUUID());
  if (fileField === undefined) return await browser.call(method, target, { body: example?.body });
  return await browser.call(method, target, {
    body: `--x\r\nContent-Disposition: form-data; name="${fileField}"; filename="a.txt"\r\n\r\nno sound\r\n--x--\r\n`,
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });
}

/** How each caller fares: `may`, or the answer that refuses. */
async function fates({ operation, endpoint }: Call): Promise<Readonly<Record<string, unknown>>> {
  const result: Record<string, unknown> = {};
  for (const caller of callers) {
    const { status, body } = await make(endpoint, await browserOf(caller));
    if (changesSession.has(operation)) browsers.delete(caller);
    result[caller] = refusals.has(errorOf(body)) ? { status, body } : "may";
  }
  return result;
}

function errorOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
}

function expected(operation: string, may: readonly Caller[]): Readonly<Record<string, unknown>> {
  const refusalOf = (caller: Caller) => {
    const [status, body] = caller === "guest" ? [401, signInFirst] : [403, roleMayNot];
    return { status, body: { ...body, error: ownRefusals[operation] ?? body.error } };
  };
  return Object.fromEntries(
    callers.map((caller) => [caller, may.includes(caller) ? "may" : refusalOf(caller)]),
  );
}

test("every call of the contract has a row, and no row is without a call", () => {
  expect(Object.keys(mayCall).sort()).toEqual(calls.map(({ operation }) => operation).sort());
});

test.each(calls)("$operation is for those its row names", async (call) => {
  const result = await fates(call);

  expect(result).toEqual(expected(call.operation, mayCall[call.operation] ?? []));
});

test.each(calls.filter(({ operation }) => mayCall[operation] !== everyone))(
  "a refused $operation leaves a security event",
  async ({ operation, endpoint }) => {
    // More than three from one address in a minute are counted, not written one by one.
    const refused = callers.filter((caller) => mayCall[operation]?.includes(caller) !== true);
    const refusedBrowsers = await Promise.all(refused.slice(0, 3).map(browserOf));
    const before = await events();

    for (const browser of refusedBrowsers) await make(endpoint, browser);

    const { rows, total } = await events();
    expect(total - before.total).toBe(refusedBrowsers.length);
    expect(rows[0]).toMatchObject({
      severity: "other",
      eventType: "call_refused",
      description: expect.stringMatching(
        new RegExp(
          String.raw`^${endpoint.method} ${endpoint.path} without permission, by (?:a guest|\S+ \(\w+\))$`,
        ),
      ),
      ipAddress: "127.0.0.1",
    });
  },
);

/** The newest event of a refused call and how many there are, all written down. */
async function events() {
  server.security.endWindow();
  await server.security.settled();
  return await listSecurityEvents(server.database.connection, {
    severity: null,
    words: ["without permission"],
    limit: 1,
    afterId: null,
  });
}

test.each(["requests only", "off"] as const)(
  "with guest queue actions '%s', guests and listeners may less, and operators as much",
  async (guestQueueActions) => {
    await server.settings.change(() => ({ guestQueueActions }));
    const ofQueue = calls.filter(({ endpoint: { access } }) =>
      ["request", "queue_control"].includes(access),
    );

    for (const call of ofQueue) {
      const { operation } = call;
      const may = taken[guestQueueActions].includes(operation) ? operators : everyone;
      expect(await fates(call), operation).toEqual(expected(operation, may));
    }
  },
);

describe("in maintenance", () => {
  // What the calls above have made would be planned with every change.
  beforeAll(async () => {
    await server[Symbol.asyncDispose]();
    server = await startOwnServer();
    browsers.clear();
  });

  test.each(calls)(
    "$operation is stopped for guests and listeners if it changes something",
    async (call) => {
      const { operation, endpoint } = call;
      await server.settings.change(() => ({ maintenanceMode: true }));
      const may = mayCall[operation] ?? [];
      const isStopped = endpoint.method !== "GET" && !staysInMaintenance.includes(operation);

      const result = await fates(call);

      const stopped = may.filter((caller) => isStopped && !operators.includes(caller));
      expect(result).toEqual({
        ...expected(operation, may),
        ...Object.fromEntries(
          stopped.map((caller) => [caller, { status: 503, body: inMaintenance }]),
        ),
      });
    },
  );
});
