import type {
  ChatMessage,
  ChatStatus,
  IrcUsers,
  SocketCommand,
  SocketData,
} from "@neonrelay/contract/callers";
import { announcementOf, mentions } from "./announcement-rules.ts";
import { loadAnnouncementSetting, saveAnnouncementSetting } from "./announcement-setting.ts";
import type { AnnouncementSetting } from "./announcement-rules.ts";
import { withStatus } from "./message-list-rules.ts";
import { loadChatName, saveChatName } from "./stored-chat-name.ts";
import type { ChatReply } from "./timeline-rules.ts";

type Sanction = SocketData<"chat_sanctioned">;

/** Why the station refused a name. */
interface NameRefusal {
  readonly name: string;
  readonly reason: string;
  /** Free names, the closest first. */
  readonly freeNames: readonly string[];
}

export type Membership =
  /** `refusal`: of the name that was chosen last; undefined when none was refused. */
  | { readonly status: "nameless"; readonly refusal: NameRefusal | undefined }
  /** The station has not answered yet. */
  | { readonly status: "joining"; readonly name: string }
  | { readonly status: "joined"; readonly name: string; readonly mute: Sanction | undefined }
  | { readonly status: "removed"; readonly name: string; readonly sanction: Sanction };

export interface ChatState {
  readonly membership: Membership;
  readonly statusLines: readonly ChatStatus[];
  readonly replies: readonly ChatReply[];
  /** undefined until the station has answered. */
  readonly users: IrcUsers | undefined;
  /** Messages that arrived while the end of the list was out of view. */
  readonly unread: number;
  readonly announcements: AnnouncementSetting;
  /** For screen readers; "" when there is nothing new. */
  readonly announcement: string;
}

const REPLY_LIMIT = 50;
/** Messages within this time are announced together. */
const ANNOUNCE_EVERY_MS = 3000;
/** The longest wait for the station's answer to a name. */
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

  /** @param send false when the socket is not open; a name is joined under again once it is */
  constructor(send: (command: SocketCommand) => boolean) {
    this.#send = send;
    const name = loadChatName();
    this.#state = {
      membership:
        name === undefined
          ? { status: "nameless", refusal: undefined }
          : { status: "joined", name, mute: undefined },
      statusLines: [],
      replies: [],
      users: undefined,
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

  /** The draft. Not part of the state, which would change at each keystroke. */
  get draft(): string {
    return this.#draft;
  }

  write(draft: string): void {
    this.#draft = draft;
    this.#tell();
  }

  /** Puts a text into the field for the visitor to continue. */
  offerDraft(draft: string): void {
    this.#isFieldWanted = true;
    this.write(draft);
  }

  /** @returns true once after an offer, and after a name was given or given up: the field of the panel wants the focus */
  takeFocusRequest(): boolean {
    const isWanted = this.#isFieldWanted;
    this.#isFieldWanted = false;
    return isWanted;
  }

  /** Asks the station for a name, or again for the removed one. */
  join(name: string): void {
    this.#become({ membership: { status: "joining", name } });
    this.#joining = setTimeout(() => {
      this.nameRefused({ reason: "The station did not answer. Try again.", freeNames: [] });
    }, JOIN_LIMIT_MS);
    this.#send({ type: "chat_join", data: { username: name } });
  }

  /** The station has given the name. @returns true for a request of the visitor, false after a reconnect */
  joined(name: string): boolean {
    const { membership } = this.#state;
    const asked = membership.status === "nameless" ? membership.refusal?.name : membership.name;
    // An answer that comes late counts; one to a name that was given up since does not.
    const isWaited = membership.status === "joining" || membership.status === "nameless";
    if (!isWaited || asked !== name) return false;
    saveChatName(name);
    this.#isFieldWanted = true;
    this.#become({ membership: { status: "joined", name, mute: undefined } });
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
    saveChatName(undefined);
    this.#become({ membership: { status: "nameless", refusal: { name, ...refusal } } });
    return membership.status === "nameless" || membership.status === "joining";
  }

  sanctioned(sanction: Sanction): void {
    const { membership } = this.#state;
    // A muted user may join; that answer is still on its way.
    const isJoining = membership.status === "joining" && sanction.kind === "mute";
    if (membership.status === "nameless" || isJoining) return;
    const { name } = membership;
    this.#become({
      membership:
        sanction.kind === "mute"
          ? { status: "joined", name, mute: sanction }
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
  noteSaid(message: ChatMessage): void {
    const { membership, unread, announcements } = this.#state;
    const name = membership.status === "nameless" ? undefined : membership.name;
    if (message.origin === "web" && message.username === name) return;
    if (!this.#isWatched) this.#become({ unread: unread + 1 });
    const isHeard =
      announcements === "all" || (announcements === "mentions" && mentions(message.message, name));
    if (isHeard && this.#isShown) this.#announceSoon(message);
  }

  noteStatus(data: SocketData<"chat_status">): void {
    const statusLines = Array.isArray(data) ? data : withStatus(this.#state.statusLines, data);
    this.#become({ statusLines });
  }

  noteReply(reply: SocketData<"chat_reply">): void {
    this.#lastReply += 1;
    const added = { ...reply, id: `reply-${this.#lastReply}` };
    this.#become({ replies: [...this.#state.replies, added].slice(-REPLY_LIMIT) });
  }

  noteUsers(users: IrcUsers): void {
    this.#become({ users });
  }

  cleared(): void {
    this.#become({ statusLines: [], replies: [], unread: 0 });
  }

  /** @param isWatched the end of the list is on the screen, so that new messages are seen as they come */
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
    this.#tell();
  }

  #tell(): void {
    for (const subscriber of this.#subscribers) subscriber();
  }
}
