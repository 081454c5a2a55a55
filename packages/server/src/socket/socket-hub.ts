import type { SocketCommand, SocketMessage } from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import { hashToken } from "../accounts/secrets.ts";
import type { Sessions } from "../accounts/sessions.ts";
import { createTokenBucket } from "../limits/rate-limit.ts";
import { toVisitor } from "../identity/visitor.ts";
import type { ChatParts } from "../chat/chat-actions.ts";
import type { PresentBrowsers } from "../chat/present-browsers.ts";
import { ourFault } from "../http-kit/api-failure.ts";
import type { Irc } from "../irc/irc.ts";
import type { ControlParts } from "../radio/radio-change-actions.ts";
import type { StationEvent } from "../events/station-events.ts";
import { createChatList, SocketNews } from "./socket-news.ts";
import { LevelsFeed } from "./levels-feed.ts";
import {
  type Arrival,
  createSocketAddresses,
  openSocketDoor,
  type SocketDoorOptions,
} from "./socket-door.ts";
import {
  commandJoin,
  commandRadio,
  commandRate,
  errorMessage,
  isFrameTaken,
  parseCommand,
  replyMessage,
  sanctionMessage,
  warningRate,
} from "./socket-commands.ts";
import { FOLLOW_MARK } from "./shared-rounds.ts";
import { BrowserSocket, PingTurns, textFrame } from "./browser-socket.ts";
import { endForSession, lookUpCaller, type SocketMember } from "./socket-member.ts";
import { SocketRounds } from "./socket-rounds.ts";
import { StateBroadcaster } from "./state-broadcaster.ts";

interface SocketHubOptions extends SocketDoorOptions {
  readonly parts: ControlParts &
    ChatParts & {
      readonly sessions: Sessions;
      readonly browsers: PresentBrowsers;
      readonly irc: Irc;
    };
  readonly log: Logger;
}

const GOING_AWAY = 1001;
/** How long browsers may take to answer the close, and how often we look, in ms. */
const CLOSE_LIMIT_MS = 400;
const CLOSE_LOOK_MS = 20;

const tooManyFollowLevels = {
  error: "Too many browsers are showing the levels; try again later",
  code: "unavailable",
} as const;

/** The sockets of all browsers on /ws: tells them what happens at the station and takes their commands. */
export class SocketHub {
  readonly #parts: SocketHubOptions["parts"];
  readonly #log: Logger;
  readonly #members = new Set<SocketMember>();
  /** Those of them that messages for all are written to here. */
  readonly #own = new Set<SocketMember>();
  readonly #publisher: SocketHubOptions["publisher"];
  readonly #addresses = createSocketAddresses();
  /** Who waits to hear where a stream connection began, by its id. */
  readonly #awaiting = new Map<string, SocketMember>();
  readonly #rounds: SocketRounds;
  readonly #states: StateBroadcaster;
  readonly #levels: LevelsFeed;
  readonly #chatList;
  readonly #news: SocketNews;
  readonly #pings: PingTurns;
  readonly #unsubscribe: () => void;
  readonly #shutDoor: () => void;

  constructor({ parts, log, ...door }: SocketHubOptions) {
    const { link, sessions } = parts;
    const members = this.#members;
    this.#parts = parts;
    this.#log = log;
    const { publisher } = door;
    this.#publisher = publisher;
    this.#rounds = new SocketRounds({ members: this.#own, publisher, log });
    this.#states = new StateBroadcaster({ parts, rounds: this.#rounds, log });
    this.#levels = new LevelsFeed(link);
    this.#chatList = createChatList(parts);
    this.#news = new SocketNews({
      sessions,
      link,
      members,
      rounds: this.#rounds,
      chatList: this.#chatList,
      nowMs: () => performance.now(),
      log,
    });
    this.#unsubscribe = parts.events.subscribe((event) => this.#handle(event));
    this.#pings = new PingTurns(members, () => parts.chatNames.forgetExpired());
    this.#shutDoor = openSocketDoor(door, {
      crowd: {
        get sockets() {
          return members.size;
        },
        socketsOf: (network) => this.#addresses.socketsOf(network),
        takeUpgrade: (network) => this.#addresses.takeUpgrade(network, performance.now()),
      },
      accept: (arrival) => this.#accept(arrival),
    });
  }

  /** Browsers connected now. */
  get size(): number {
    return this.#members.size;
  }

  async close(): Promise<void> {
    this.#pings.close();
    this.#unsubscribe();
    this.#shutDoor();
    this.#levels.close();
    for (const { socket } of this.#members)
      socket.end(GOING_AWAY, "the station's server is stopping");
    await Promise.all([this.#rounds.close(), this.#states.close(), this.#news.close()]);
    const end = performance.now() + CLOSE_LIMIT_MS;
    while (this.#members.size > 0 && performance.now() < end) await delay(CLOSE_LOOK_MS);
    for (const { socket } of this.#members) socket.terminate();
  }

  #accept({ socket, stream, newcomer }: Arrival): void {
    const member: SocketMember = {
      ...newcomer,
      socket: new BrowserSocket({
        socket,
        stream,
        requestLists: () => this.#bringUpToDate(member),
      }),
      after: -1,
      tokenHash: newcomer.token === undefined ? null : hashToken(newcomer.token),
      bucket: createTokenBucket(commandRate),
      warnings: createTokenBucket(warningRate),
      pingTurn: this.#pings.turn,
      browserKey: toVisitor({ ...newcomer, caller: { kind: "guest" } }).browserKey,
      caller: null,
      awaitedCid: null,
    };
    this.#members.add(member);
    if (member.isElsewhere) this.#publisher?.add(member.hostname);
    else this.#own.add(member);
    this.#parts.browsers.add(member);
    this.#addresses.add(member.network);
    socket.on("close", () => this.#forget(member));
    socket.on("error", () => {}); // `close` follows and is enough
    // Commands of one socket are done one after the other, in order.
    let last = this.#sendSnapshot(member);
    socket.on("message", (frame, isBinary) => {
      // No browser can say this: a node takes no binary message of one.
      if (isBinary && member.isElsewhere) return this.#sendLists(member);
      if (isBinary || !Buffer.isBuffer(frame)) return socket.close(1003, "messages must be text");
      const text = frame.toString("utf8");
      const pace = { addresses: this.#addresses, nowMs: performance.now() };
      if (!isFrameTaken(member, pace)) return;
      last = last.then(() => this.#receive(member, text));
    });
  }

  #forget(member: SocketMember): void {
    this.#members.delete(member);
    if (member.isElsewhere) this.#publisher?.remove(member.hostname);
    else this.#own.delete(member);
    this.#parts.browsers.delete(member);
    this.#addresses.remove(member.network);
    this.#parts.chatNames.socketGone(member);
    this.#expect(member, null);
    this.#levels.remove(member);
    if (this.#members.size === 0) this.#states.forgetTold();
  }

  async #sendSnapshot(member: SocketMember): Promise<void> {
    try {
      const { sessions } = this.#parts;
      if (member.token !== undefined) await lookUpCaller(sessions, { member, toSteer: false });
      const states = await this.#states.snapshot(member.hostname);
      const lists = [await this.#chatList.frame(), this.#statusFrame()];
      member.socket.open([...states, ...lists, ...markOf(member)]);
    } catch (error) {
      this.#log.error({ error }, "could not load a snapshot for a socket");
      member.socket.end(1011, "try again");
    }
  }

  #statusFrame(): Buffer {
    const data = [...this.#parts.irc.statusLines];
    return textFrame(JSON.stringify({ type: "chat_status", data } satisfies SocketMessage));
  }

  /** A slow socket missed events. */
  #bringUpToDate(member: SocketMember): void {
    // Its node writes events of the chat, and asks for the lists itself.
    if (member.isElsewhere) member.socket.sendLists([]);
    else this.#sendLists(member);
  }

  #sendLists(member: SocketMember): void {
    this.#chatList.frame().then(
      (frame) => member.socket.sendLists([frame, this.#statusFrame(), ...markOf(member)]),
      (error: unknown) => {
        this.#log.error({ error }, "could not load the chat list for a slow socket");
        member.socket.end(1011, "try again");
      },
    );
  }

  async #receive(member: SocketMember, text: string): Promise<void> {
    const parsed = parseCommand(text);
    if (parsed.kind === "invalid") return member.socket.sendOwn(errorMessage(parsed.error));
    try {
      await this.#dispatch(member, parsed.command);
    } catch (error) {
      this.#log.error({ error, command: parsed.command.type }, "socket command failed");
      member.socket.sendOwn(errorMessage(ourFault));
    }
  }

  async #dispatch(member: SocketMember, command: SocketCommand): Promise<void> {
    switch (command.type) {
      case "radio_state": {
        const caller = await lookUpCaller(this.#parts.sessions, { member, toSteer: true });
        if (caller === null) return;
        const by = { caller, address: member.address };
        const refusal = await commandRadio(this.#parts, { command, by });
        if (refusal !== null) member.socket.sendOwn(refusal);
        return;
      }
      case "chat_join": {
        const caller = await lookUpCaller(this.#parts.sessions, { member, toSteer: false });
        if (caller === null) return;
        member.socket.sendOwn(await commandJoin(this.#parts, { command, caller, member }));
        // It may have gone while its name was looked up.
        if (!this.#members.has(member)) this.#parts.chatNames.socketGone(member);
        return;
      }
      case "chat_leave":
        return this.#parts.chatNames.leave(member);
      case "listen":
        this.#expect(member, command.data.cid);
        return await this.#askAttached(command.data.cid);
      case "subscribe":
        // It may have gone while an earlier command of it was done.
        if (this.#members.has(member) && !this.#levels.add(member))
          member.socket.sendOwn(errorMessage(tooManyFollowLevels));
        return;
      case "unsubscribe":
        return this.#levels.remove(member);
      case "ping":
        return member.socket.sendOwn({ type: "pong", data: { serverNowMs: Date.now() } });
      case "queue_update":
      case "branding_update":
      case "track_uploaded":
      case "external_stream_added":
        return; // said once more what an HTTP call has done
      default:
        return command satisfies never;
    }
  }

  /** @param cid null: no stream connection any more */
  #expect(member: SocketMember, cid: string | null): void {
    const { awaitedCid } = member;
    if (awaitedCid !== null && this.#awaiting.get(awaitedCid) === member)
      this.#awaiting.delete(awaitedCid);
    member.awaitedCid = cid;
    if (cid !== null && this.#members.has(member)) this.#awaiting.set(cid, member);
  }

  /** The stream connection may be there already; when it is not, its event tells. */
  async #askAttached(cid: string): Promise<void> {
    const { link } = this.#parts;
    if (!link.isUp) return;
    const session = await link.run("session", { cid });
    if (session !== null) this.#notifyAttached({ cid, startMs: session.startMs });
  }

  #notifyAttached({ cid, startMs }: { readonly cid: string; readonly startMs: number }): void {
    const member = this.#awaiting.get(cid);
    if (member === undefined) return;
    this.#expect(member, null);
    member.socket.sendOwn({ type: "stream_attached", data: { cid, startMs } });
  }

  #handle(event: StationEvent): void {
    if (event.type === "listener.attached") return this.#notifyAttached(event);
    if (event.type === "sessions.ended") return this.#endSockets(event.tokenHashes);
    if (event.type === "chat.replied")
      this.#notifyChatter(event.visitorKey, replyMessage(event, this.#parts.irc));
    if (event.type === "chat.sanctioned") {
      const { visitor } = event.chatter;
      for (const key of new Set([visitor.key, visitor.browserKey]))
        this.#notifyChatter(key, sanctionMessage(event));
    }
    this.#news.handle(event);
    this.#states.handle(event);
  }

  /** Only to the browsers of one visitor. */
  #notifyChatter(key: string, message: SocketMessage): void {
    for (const { browserKey, caller, socket } of this.#members) {
      const accountKey = caller?.kind === "user" ? `user:${caller.accountId}` : null;
      if (browserKey === key || accountKey === key) socket.sendOwn(message);
    }
  }

  #endSockets(tokenHashes: readonly string[]): void {
    for (const member of this.#members)
      if (member.tokenHash !== null && tokenHashes.includes(member.tokenHash))
        endForSession(member);
  }
}

/** What tells the node of a socket that messages for all may follow. */
function markOf({ isElsewhere }: SocketMember): readonly Buffer[] {
  return isElsewhere ? [textFrame(FOLLOW_MARK)] : [];
}
