import type { FastifyInstance } from "fastify";
import type { IncomingMessage } from "node:http";
import type { EventSource } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import { AudienceIntake } from "./audience/audience-intake.ts";
import { createPasswordSlots } from "./accounts/secret-check.ts";
import { Sessions } from "./accounts/sessions.ts";
import { buildHttpServer, isSecure, knownNamesOf } from "./api/http-server.ts";
import { clockOf, ScheduledBackups } from "./backup/scheduled-backups.ts";
import { createProxyCheck, type ProxyCheck } from "./api/proxy-check.ts";
import type { HandOver } from "./api/stream-mounts.ts";
import { createChatNames } from "./chat/chat-names.ts";
import type { PresentBrowsers } from "./chat/present-browsers.ts";
import { loadSanctions } from "./chat/sanctions.ts";
import type { FrameBus } from "./bus/frame-bus.ts";
import type { ServerConfig } from "./config/config.ts";
import type { Database } from "./database/database.ts";
import type { NodeLease } from "./database/node-lease.ts";
import { NodeNews } from "./database/node-news.ts";
import type { StationLock } from "./database/station-lock.ts";
import { Deletions } from "./deletions/deletions.ts";
import { createDoctor } from "./doctor/doctor.ts";
import { DuplicateFinder } from "./duplicates/duplicate-finder.ts";
import type { StationEvents } from "./events/station-events.ts";
import type { Peer } from "./http-kit/peer.ts";
import type { RequestLimits } from "./http-kit/request-limits.ts";
import { newVisitor } from "./http-kit/cookies.ts";
import { IrcBridge } from "./irc/irc-bridge.ts";
import type { Irc } from "./irc/irc.ts";
import type { LibraryOptions } from "./library/library-options.ts";
import { GroupCounter } from "./library/groups/group-counter.ts";
import { Library } from "./library/library.ts";
import { TagWriter } from "./library/edits/tag-writer.ts";
import { loadLoginThrottle } from "./limits/login-throttle.ts";
import { SecurityLog } from "./logs/security-log.ts";
import { SystemLog } from "./logs/system-log.ts";
import { MusicSources } from "./music-sources/music-sources.ts";
import { asksForShared, passedPeerFinder } from "./api/nodes/passed-peer.ts";
import { OnAirLink } from "./on-air-link/on-air-link.ts";
import { ReportMaker } from "./reports/report-maker.ts";
import { DemoProgramme } from "./playlists/demo-programme.ts";
import { createJournal } from "./radio/journal-actions.ts";
import { OnAirSync } from "./radio/on-air-sync.ts";
import { ComingDays } from "./programme/coming-days.ts";
import { PlanUpdater } from "./programme/plan-updater.ts";
import { RadioControl } from "./radio/radio-control.ts";
import { Housekeeping } from "./retention/housekeeping.ts";
import { Schedule } from "./schedule/schedule.ts";
import { Settings } from "./settings/settings.ts";
import { FramePublisher } from "./socket/shared-rounds.ts";
import { SocketHub } from "./socket/socket-hub.ts";
import { shareNews } from "./system/share-news.ts";
import { LoadMeter } from "./system/load-meter.ts";
import { moveBelongings } from "./track-copies/belongings-store.ts";

/** What the parts are made from. */
interface GivenParts {
  readonly config: ServerConfig;
  readonly database: Database;
  /** null: the database is embedded. */
  readonly lock: StationLock | null;
  readonly events: StationEvents;
  readonly log: Logger;
  /** Warnings and errors of the log: the system log keeps them. */
  readonly lines: EventSource<string>;
  readonly media: LibraryOptions["media"];
  readonly limits: RequestLimits;
  /** The channel when the configuration turns IRC off. */
  readonly ircOff: Irc;
  /** null without a launcher, or where on-air is another node's. */
  readonly handOver: HandOver | null;
  /** null: the station has this server only. */
  readonly turn: { readonly lease: NodeLease; readonly bus: FrameBus } | null;
  /** Ends the server in order, to be started again. */
  readonly restart: () => void;
}

/** Closes a part with the server. */
type Own = <Part extends { close(): void | Promise<void> }>(part: Part) => Part;

/**
 * Makes the parts of the server, each from those above it; what flows back is a station event. The caller starts the link to on-air,
 * the library and the HTTP server.
 * @param stack closes them, the last one first
 */
export async function makeServerParts(given: GivenParts, stack: AsyncDisposableStack) {
  const { config, database, events, log } = given;
  const own: Own = (part) => stack.adopt(part, (owned) => owned.close());
  const nowMs = () => performance.now();

  // Before anything that other nodes may change is read.
  const { databaseUrl } = config;
  const news = databaseUrl === null ? null : own(await NodeNews.open({ databaseUrl, log }));
  const settings = own(await Settings.load(database, events));
  const sessions = own(new Sessions({ database, events, nowMs }));
  const housekeeping = own(new Housekeeping({ database, settings, events, log }));
  const recordRow = () => housekeeping.recordRow();
  const systemLog = own(new SystemLog({ database, recordRow, log }));
  given.lines.subscribe((line) => systemLog.recordLine(line));
  const security = own(new SecurityLog({ database, events, recordRow, log }));

  const link = new OnAirLink({
    socketPath: config.onAirSocketPath,
    journal: createJournal({ database, events }),
    events,
    recordLine: (line) => systemLog.recordLine(line),
    log,
  });
  const control = own(await RadioControl.open({ database, link, events, log }));
  const schedule = own(await Schedule.load({ database, events, settings, log }));
  own(new OnAirSync({ ...given, ...config, link, control, schedule }));
  if (news !== null) stack.defer(shareNews({ news, events, settings, schedule }));
  const plan = own(new PlanUpdater({ database, events, link, settings, schedule, log }));
  const audience = own(new AudienceIntake({ database, link, settings, events, log }));
  const reports = own(new ReportMaker({ database, log }));
  own(link); // closed before those that wait for its answers
  const coming = own(new ComingDays({ database, plan, schedule, events }));
  own(new DemoProgramme({ database, events, log }));
  const music = makeLibraryParts({ ...given, settings }, own);
  const throttle = await loadLoginThrottle({ database, log });
  const chatNames = createChatNames({ nowMs });
  const browsers: PresentBrowsers = new Set();
  const sanctions = await loadSanctions({ database, log, nowMs: Date.now });
  const records = {
    config,
    database,
    events,
    settings,
    schedule,
    sessions,
    security,
    systemLog,
    throttle,
  };
  const chat = { chatNames, browsers, sanctions };
  const ircParts = {
    ...records,
    ...chat,
    link,
    plan,
    slots: createPasswordSlots(),
    config: config.irc,
    lease: given.turn?.lease ?? null,
  };
  const bridge =
    config.irc.connection.kind === "off" ? null : own(await IrcBridge.start({ ...ircParts, log }));
  const irc = bridge ?? given.ircOff;

  const watch = createProxyCheck({ ...config, isSecure: config.tls !== null }, log);
  const proxy = given.turn === null ? watch : believeNodes(watch, given.turn.lease);
  const meter = own(new LoadMeter());
  const backups = own(new ScheduledBackups({ ...given, ...config, settings }, clockOf(config)));
  const running = { irc, link, ...proxy, bus: given.turn?.bus ?? null };
  const doctor = createDoctor({ ...given, settings, running });
  const publisher = makePublisher(given, own);
  const onAir = { link, control, audience, reports };
  const parts = { ...records, ...chat, ...music, ...onAir, irc, coming, doctor, backups };
  const app = own(await buildHttpServer({ ...given, ...parts, ...proxy, plan, meter, publisher }));
  const { findPeer } = proxy;
  own(new SocketHub({ ...socketDoorOf(app, config), parts, publisher, findPeer, log }));
  return { ...parts, app, ircUrl: bridge?.url ?? null };
}

/** How browsers come to a socket. */
function socketDoorOf(app: FastifyInstance, config: ServerConfig) {
  return {
    server: app.server,
    knownNames: knownNamesOf(config),
    parseCookie: (header: string) => app.parseCookie(header),
    newVisitor: (protocol: Peer["protocol"]) =>
      newVisitor(app, { isSecure: isSecure(config, protocol) }),
  };
}

/** Other nodes write to the sockets of their browsers. */
function makePublisher({ turn }: GivenParts, own: Own): FramePublisher | null {
  if (turn === null) return null;
  const { bus, lease } = turn;
  const { secret } = lease;
  const isAskedBy = (request: IncomingMessage): boolean => asksForShared(request, secret);
  return own(new FramePublisher({ bus, secret, isAskedBy }));
}

/** Other nodes pass calls on, and say where these come from. */
function believeNodes(watch: ProxyCheck, { secret }: NodeLease): ProxyCheck {
  return { ...watch, findPeer: passedPeerFinder(secret, watch.findPeer) };
}

/** The music: files of folders, music of other servers, and edits on their way into files. */
function makeLibraryParts(given: GivenParts & { readonly settings: Settings }, own: Own) {
  const { config, database, events, media, log } = given;
  own(new GroupCounter({ database, events, log }));
  const library = own(new Library({ ...given, moveBelongings }));
  return {
    library,
    duplicates: own(new DuplicateFinder({ database, events, media, log })),
    musicSources: own(new MusicSources({ ...given, ...config, intake: library.intake })),
    tagWriter: own(new TagWriter({ ...given, ...config })),
    deletions: own(new Deletions({ ...given, folders: config })),
  };
}
