import type {
  ChatMessage,
  ChatStatus,
  IrcUsers,
  SocketCommand,
  SocketData,
} from "@neonrelay/contract/callers";
import {
  announcementOf,
  type AnnouncementSetting,
  loadAnnouncementSetting,
  mentions,
  saveAnnouncementSetting,
} from "./announcements.ts";
import { foldNick, loadChatName, renameText, saveChatName } from "./chat-name.ts";
import type { NameRefusal } from "./composer-rules.ts";
import { withStatus } from "./chat-query.ts";
import type { ChatReply } from "./timeline-rules.ts";

type Sanction = SocketData<"chat_sanctioned">;

interface Joined {
  readonly status: "joined";
  readonly name: string;
  readonly mute: Sanction | undefined;
  /** Refusal of the name meant to replace this one; undefined if none was refused. */
  readonly refusal: NameRefusal | undefined;
}

export type Membership =
  /** `refusal`: of the last name chosen; undefined if none was refused. */
  | { readonly status: "nameless"; readonly refusal: NameRefusal | undefined }
  /** Waiting for the station's answer. */
  | {
      readonly status: "joining";
      readonly name: string;
      /** Kept if the new name is refused; undefined if there is none yet. */
      readonly before: Joined | undefined;
    }
  | Joined
  | { readonly status: "removed"; readonly name: string; readonly sanction: Sanction };

export interface ChatState {
  readonly membership: Membership;
  readonly statusLines: readonly ChatStatus[];
  readonly replies: readonly ChatReply[];
  /** undefined until the station has answered. */
  readonly users: IrcUsers | undefined;
  /** Nick on IRC, if it differs from the name; undefined too while the list has no such user. */
  readonly ownNick: string | undefined;
  /** Messages that arrived while the end of the list was out of view. */
  readonly unread: number;
  readonly announcements: AnnouncementSetting;
  /** For screen readers; "" if there is nothing new. */
  readonly announcement: string;
}

const REPLY_LIMIT = 50;
/** Messages within this time are announced together. */
const ANNOUNCE_EVERY_MS = 3000;
/** Maximum wait for the station's answer to a name. */
const JOIN_LIMIT_MS = 10_000;

/** The chat's state apart from its messages, for the life of the page. A store: subscribe, then read `state`. */
export class ChatStore {
  readonly #subscribers = new Set<() => void>();
  readonly #send: (command: SocketCommand) => boolean;
  #state: ChatState;
  #isShown = false;
  #isWatched = false;
  #draft = "";
  #isFieldWanted = false;
  #lastReply = 0;
  #unannounced: readonly ChatMessage[] = [];
  #announcing: ReturnType<typeof setTimeout> | undefined;
  #joining: ReturnType<typeof setTimeout> | undefined;

  /** @param send false if the socket is not open; the name is sent again once it is */
  constructor(send: (command: SocketCommand) => boolean) {
    this.#send = send;
    const name = loadChatName();
    this.#state = {
      membership: name === undefined ? { status: "nameless", refusal: undefined } : joinedAs(name),
      statusLines: [],
      replies: [],
      users: undefined,
      ownNick: undefined,
      unread: 0,
      announcements: loadAnnouncementSetting(),
      announcement: "",
    };
  }

  get state(): ChatState {
    return this.#state;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** The draft. Not part of the state, which would then change with every keystroke. */
  get draft(): string {
    return this.#draft;
  }

  write(draft: string): void {
    this.#draft = draft;
    this.#notify();
  }

  /** Puts text into the field for the visitor to continue. */
  offerDraft(draft: string): void {
    this.#isFieldWanted = true;
    this.write(draft);
  }

  /**
   * @returns true once after a suggestion, and after a name was granted or given up: the panel's field should take the
   * focus
   */
  takeFocusRequest(): boolean {
    const isWanted = this.#isFieldWanted;
    this.#isFieldWanted = false;
    return isWanted;
  }

  /** Asks the station for a name: a first one, another one, or a revoked one again. */
  join(name: string): void {
    const { membership } = this.#state;
    const before = membership.status === "joined" ? membership : undefined;
    this.#become({ membership: { status: "joining", name, before } });
    this.#joining = setTimeout(() => {
      this.nameRefused({ reason: "The station did not answer. Try again.", freeNames: [] });
    }, JOIN_LIMIT_MS);
    this.#send({ type: "chat_join", data: { username: name } });
  }

  /**
   * The station granted the name.
   * @returns true for a visitor's request, false after a reconnect
   */
  joined(name: string): boolean {
    const { membership } = this.#state;
    const asked = membership.status === "nameless" ? membership.refusal?.name : membership.name;
    // A late answer counts; one to a name that was given up does not.
    const isWaited = membership.status === "joining" || membership.status === "nameless";
    if (!isWaited || asked !== name) return false;
    saveChatName(name);
    this.#isFieldWanted = true;
    this.#become({ membership: joinedAs(name) });
    return true;
  }

  leave(): void {
    saveChatName(undefined);
    this.#isFieldWanted = true;
    this.#become({ membership: { status: "nameless", refusal: undefined } });
    this.#send({ type: "chat_leave" });
  }

  /** The station knows sockets, not pages: each new socket sends the name again. */
  socketOpened(): void {
    const { membership } = this.#state;
    if (membership.status === "joined" || membership.status === "joining")
      this.#send({ type: "chat_join", data: { username: membership.name } });
  }

  /** @returns true when the form is waiting and shows the answer */
  nameRefused(refusal: Omit<NameRefusal, "name">): boolean {
    const { membership } = this.#state;
    const name = membership.status === "nameless" ? membership.refusal?.name : membership.name;
    if (name === undefined) return false;
    if (membership.status === "joining" && membership.before !== undefined) {
      this.#keepName(membership.before, { name, ...refusal });
      return true;
    }
    saveChatName(undefined);
    this.#become({ membership: { status: "nameless", refusal: { name, ...refusal } } });
    return membership.status === "nameless" || membership.status === "joining";
  }

  sanctioned(sanction: Sanction): void {
    const { membership } = this.#state;
    // A muted user may join; that answer is still to come.
    const isJoining = membership.status === "joining" && sanction.kind === "mute";
    if (membership.status === "nameless" || isJoining) return;
    const { name } = membership;
    this.#become({
      membership:
        sanction.kind === "mute"
          ? { ...joinedAs(name), mute: sanction }
          : { status: "removed", name, sanction },
    });
  }

  /** A message was accepted, so the mute is over. */
  spoke(): void {
    const { membership } = this.#state;
    if (membership.status === "joined" && membership.mute !== undefined)
      this.#become({ membership: { ...membership, mute: undefined } });
  }

  /** A new message, from this visitor or another user. */
  recordSaid(message: ChatMessage): void {
    const { membership, ownNick, unread, announcements } = this.#state;
    const name = membership.status === "nameless" ? undefined : membership.name;
    if (message.origin === "web" && message.username === name) return;
    if (!this.#isWatched) this.#become({ unread: unread + 1 });
    const isHeard =
      announcements === "all" ||
      (announcements === "mentions" && mentions(message.message, [name, ownNick]));
    if (isHeard && this.#isShown) this.#announceSoon(message);
  }

  recordStatus(data: SocketData<"chat_status">): void {
    const statusLines = Array.isArray(data) ? data : withStatus(this.#state.statusLines, data);
    this.#become({ statusLines });
  }

  recordReply(reply: SocketData<"chat_reply">): void {
    this.#lastReply += 1;
    const added = { ...reply, id: `reply-${this.#lastReply}` };
    this.#become({ replies: [...this.#state.replies, added].slice(-REPLY_LIMIT) });
  }

  recordUsers(users: IrcUsers): void {
    this.#become({ users });
  }

  cleared(): void {
    this.#become({ statusLines: [], replies: [], unread: 0 });
  }

  /** @param isWatched the end of the list is on the screen, so new messages are seen as they arrive */
  setView({
    isShown,
    isWatched,
  }: {
    readonly isShown: boolean;
    readonly isWatched: boolean;
  }): void {
    this.#isShown = isShown;
    this.#isWatched = isShown && isWatched;
    if (this.#isWatched && this.#state.unread > 0) this.#become({ unread: 0 });
  }

  setAnnouncements(announcements: AnnouncementSetting): void {
    saveAnnouncementSetting(announcements);
    this.#become({ announcements });
  }

  /** The next name was refused. A socket opened in the meantime knows only that one. */
  #keepName(before: Joined, refusal: NameRefusal): void {
    this.#isFieldWanted = true;
    if (this.#draft === "") this.#draft = renameText(refusal.name);
    this.#become({ membership: { ...before, refusal } });
    this.#send({ type: "chat_join", data: { username: before.name } });
  }

  #announceSoon(message: ChatMessage): void {
    this.#unannounced = [...this.#unannounced, message];
    if (this.#announcing !== undefined) return;
    this.#announcing = setTimeout(() => {
      this.#announcing = undefined;
      this.#become({ announcement: announcementOf(this.#unannounced) });
      this.#unannounced = [];
    }, ANNOUNCE_EVERY_MS);
  }

  #become(change: Partial<ChatState>): void {
    if (change.membership !== undefined) clearTimeout(this.#joining);
    this.#state = { ...this.#state, ...change };
    if (change.membership !== undefined || change.users !== undefined)
      this.#state = { ...this.#state, ownNick: nickOf(this.#state) };
    this.#notify();
  }

  #notify(): void {
    for (const subscriber of this.#subscribers) subscriber();
  }
}

function nickOf({
  membership,
  users,
}: Pick<ChatState, "membership" | "users">): string | undefined {
  if (membership.status === "nameless") return undefined;
  const name = foldNick(membership.name);
  return users?.users.find(({ chatName }) => chatName !== undefined && foldNick(chatName) === name)
    ?.nick;
}

function joinedAs(name: string): Joined {
  return { status: "joined", name, mute: undefined, refusal: undefined };
}
