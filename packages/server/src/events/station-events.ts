import type { ChatMessage, ChatSanction, ChatStatus, OnNow } from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import type { Caller } from "../identity/rights-rules.ts";
import type { Chatter, Visitor } from "../identity/visitor.ts";

/** Someone speaking from a browser. */
export interface WebSpeaker {
  readonly caller: Caller;
  readonly visitor: Visitor;
}

/** Where a change was made; default: here. */
interface Origin {
  readonly isByOtherNode?: true;
}

/** What forbids a user to speak; a kick is a ban for half a minute. */
export interface Restriction {
  readonly kind: ChatSanction["kind"] | "kick";
  readonly reason: string;
  readonly by: string;
  readonly until: Date | null;
}

/** An event at the station. Published only once it is committed. */
export type StationEvent =
  | { readonly type: "queue.changed" }
  /** A request was accepted; the queue has changed, too. */
  | {
      readonly type: "track.requested";
      /** Shown as the requester. */
      readonly requestedBy: string;
      readonly title: string;
      readonly artist: string;
      /** The search text that found it, or its title. */
      readonly query: string;
    }
  /** An operator or the channel changed play, pause or volume. */
  | { readonly type: "radio.changed" }
  | ({ readonly type: "settings.changed" } & Origin)
  /** The Icecast servers that the programme is sent to. */
  | { readonly type: "outputs.changed" }
  /** The destination of HLS copies. */
  | { readonly type: "hls-storage.changed" }
  /** `isFileRead`: one of many in a row; a file was read by a scan or for an upload. */
  | { readonly type: "library.changed"; readonly isFileRead?: true }
  /** Requests a retry of refused files in the music folders. */
  | { readonly type: "files.retried" }
  /** Copies of tracks are gone, and what belonged to them moved to other tracks: their id by the copy's id. */
  | { readonly type: "tracks.merged"; readonly merged: ReadonlyMap<string, string> }
  /** A merge was undone: the track of plan items again, by item id. */
  | { readonly type: "tracks.parted"; readonly planned: ReadonlyMap<string, string> }
  /** The station created its own music, because it had none. */
  | { readonly type: "demo.created" }
  /** A playlist, or the tracks of one. */
  | ({ readonly type: "playlists.changed" } & Origin)
  /** A clock, a show, or an entry of the schedule. */
  | ({ readonly type: "schedule.changed" } & Origin)
  /** Another show is on, or none. */
  | ({ readonly type: "show.changed" } & OnNow)
  /** What is planned for the coming hours. */
  | { readonly type: "plan.changed" }
  /** Signed out, or ended by a change of the account or the access code. */
  | { readonly type: "sessions.ended"; readonly tokenHashes: readonly string[] }
  /** The account is new, or its name, email, role or state changed; a separate event reports ended sessions. */
  | { readonly type: "account.changed"; readonly accountId: string }
  /** The password changed: whatever signed in with the old one must sign in again. */
  | { readonly type: "password.changed"; readonly accountId: string }
  | {
      readonly type: "play.started";
      readonly isFromRotation: boolean;
      /** null: not a track of the library. */
      readonly trackId: string | null;
      /** Of the plan; null: from elsewhere. */
      readonly itemId: string | null;
    }
  /** Its title began earlier than reported. */
  | { readonly type: "play.hurried" }
  | { readonly type: "play.ended" }
  | {
      readonly type: "track.failed";
      readonly trackId: string;
      /** Of the plan; null: from elsewhere. */
      readonly itemId: string | null;
      readonly detail: string;
    }
  /** An item of the plan could not start in time. */
  | { readonly type: "plan-item.missed"; readonly itemId: string }
  /** A file is off the air from now on, or a stream was given up. */
  | {
      readonly type: "track.dropped";
      readonly kind: "file" | "stream";
      readonly title: string;
      readonly artist: string;
      readonly detail: string;
    }
  /** A stream key changed, or an account that may have one. */
  | { readonly type: "djs.changed" }
  /** A DJ is on air, or has left. */
  | { readonly type: "live.began"; readonly djName: string }
  | { readonly type: "live.left"; readonly djName: string; readonly reason: string | null }
  /** No host of a live show was on air within its grace period. */
  | {
      readonly type: "live.absent";
      readonly showName: string;
      /** The show's planned end, in the station's local time. */
      readonly ends: string;
    }
  /** A source client was refused. */
  | {
      readonly type: "live.refused";
      readonly username: string;
      readonly address: string;
      readonly reason: string;
    }
  /** The link to on-air accepts commands; missed reports are stored, if the database answers. */
  | { readonly type: "on-air.ready" }
  /** on-air reported its status, or the link to it came up or went down. */
  | { readonly type: "on-air.changed" }
  | { readonly type: "listener.attached"; readonly cid: string; readonly startMs: number }
  /** Someone, or the station itself, said something in the channel. */
  | {
      readonly type: "chat.said";
      readonly message: ChatMessage;
      /** The author in a browser; null for messages from IRC and the station. */
      readonly speaker: WebSpeaker | null;
    }
  /** Outcome of a message on IRC; null: delivered, or waiting for its turn. */
  | {
      readonly type: "chat.delivered";
      readonly id: string;
      readonly notDelivered: string | null;
      readonly isWaiting: boolean;
    }
  /** Something other than a message happened in the channel. */
  | { readonly type: "chat.status"; readonly line: ChatStatus }
  /** The bot answers only one browser, or all browsers of an account. */
  | { readonly type: "chat.replied"; readonly visitorKey: string; readonly text: string }
  | {
      readonly type: "chat.sanctioned";
      readonly chatter: Chatter;
      readonly restriction: Restriction;
    }
  | { readonly type: "chat.sanction-lifted"; readonly username: string }
  /** The bot joined or left its channel, or its other members changed. */
  | { readonly type: "irc.changed" }
  /** Someone must act, or the bot can't stay on IRC or speak there; not published for every occurrence. */
  | { readonly type: "irc.trouble"; readonly reason: string }
  | { readonly type: "chat.cleared" }
  /** Messages were removed. */
  | { readonly type: "chat.changed" }
  | { readonly type: "comments.changed" }
  /** A security event that someone must look at. */
  | { readonly type: "security.noted"; readonly description: string };

/** Distributes events within the server, in order. */
export interface StationEvents {
  publish(event: StationEvent): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: (event: StationEvent) => void): () => void;
}

export function createStationEvents(log: Logger): StationEvents {
  const listeners = new Set<(event: StationEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          // A bug in one listener must not affect the others.
          log.error({ error, event: event.type }, "a listener of station events failed");
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
