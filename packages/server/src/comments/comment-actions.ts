import {
  COMMENT_LIST_LIMIT,
  REPLY_LIST_LIMIT,
  type Comment,
  type Reply,
} from "@neonrelay/contract";
import type { Caller } from "../identity/rights-rules.ts";
import { accountIdOf, personKey, type Visitor } from "../identity/visitor.ts";
import type { VisitorLimit } from "../limits/rate-limit.ts";
import {
  deleteCommentRow,
  deleteLike,
  insertComment,
  insertLike,
  listCommentRows,
  lockComment,
} from "./comment-store.ts";
import type { Connection, Database } from "../database/database.ts";
import { cleanText } from "../logs/clean-text.ts";
import type { Settings } from "../settings/settings.ts";
import type { StationEvents } from "../events/station-events.ts";
import { authorName, mayComment, toComments, toReply } from "./comment-rules.ts";

export interface CommentParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Settings;
}

/** The person who comments or likes. */
interface Commenter {
  readonly caller: Caller;
  readonly visitor: Visitor;
}

type CommentRefusal =
  | { readonly kind: "off" }
  | { readonly kind: "too-soon"; readonly untilMs: number };

/** Newest first. */
export async function listComments(connection: Connection): Promise<Comment[]> {
  const { comments, replies } = await listCommentRows(connection, {
    comments: COMMENT_LIST_LIMIT,
    replies: REPLY_LIST_LIMIT,
  });
  return toComments(comments, replies);
}

/** Counts a comment or like towards the limit. @returns null when it is allowed */
export function refuseComment(
  { settings }: CommentParts,
  { caller, visitor, limit }: Commenter & { readonly limit: VisitorLimit },
): CommentRefusal | null {
  const { commentsEnabled } = settings.current;
  if (!mayComment({ caller, commentsEnabled })) return { kind: "off" };
  const untilMs = limit.take(visitor);
  return untilMs === null ? null : { kind: "too-soon", untilMs };
}

export async function addComment(
  { database, events }: CommentParts,
  { content, caller }: { readonly content: string; readonly caller: Caller },
): Promise<Comment> {
  const comment = { author: authorName(caller), content: cleanText(content), parentId: null };
  const stored = await insertComment(database.connection, comment);
  events.publish({ type: "comments.changed" });
  return { ...toReply(stored), replies: [] };
}

/** @param id of a comment or one of its replies @returns null when there is none */
export async function addReply(
  { database, events }: CommentParts,
  {
    id,
    content,
    caller,
  }: { readonly id: string; readonly content: string; readonly caller: Caller },
): Promise<Reply | null> {
  const stored = await database.transaction(async (transaction) => {
    const answered = await lockComment(transaction, id);
    if (answered === null) return null;
    const parentId = answered.parentId ?? answered.id;
    const reply = { author: authorName(caller), content: cleanText(content), parentId };
    return await insertComment(transaction, reply);
  });
  if (stored === null) return null;
  events.publish({ type: "comments.changed" });
  return toReply(stored);
}

/** One like per person, see personKey. @returns the number of likes now; null when there is no such comment */
export async function likeComment(
  parts: CommentParts,
  like: Commenter & { readonly id: string },
): Promise<number | null> {
  return await changeLikes(parts, { ...like, change: insertLike, step: 1 });
}

/** @returns the number of likes left; null when there is no such comment */
export async function unlikeComment(
  parts: CommentParts,
  like: Commenter & { readonly id: string },
): Promise<number | null> {
  return await changeLikes(parts, { ...like, change: deleteLike, step: -1 });
}

async function changeLikes(
  { database, events, settings }: CommentParts,
  {
    id,
    caller,
    visitor: { network },
    change,
    step,
  }: Commenter & {
    readonly id: string;
    /** Returns false when there was nothing to change. */
    readonly change: typeof insertLike;
    /** Its effect on the number of likes. */
    readonly step: 1 | -1;
  },
): Promise<number | null> {
  const secret = settings.current.ircCloakKey;
  const visitorKey = personKey({ accountId: accountIdOf(caller), network, secret });
  const outcome = await database.transaction(async (transaction) => {
    const comment = await lockComment(transaction, id);
    if (comment === null) return null;
    const isChanged = await change(transaction, { commentId: id, visitorKey });
    return { isChanged, likes: comment.likes + (isChanged ? step : 0) };
  });
  if (outcome?.isChanged === true) events.publish({ type: "comments.changed" });
  return outcome === null ? null : outcome.likes;
}

/** Removes a comment with its replies. @returns false when there is no such comment */
export async function removeComment(
  { database, events }: CommentParts,
  id: string,
): Promise<boolean> {
  const isDeleted = await deleteCommentRow(database.connection, id);
  if (isDeleted) events.publish({ type: "comments.changed" });
  return isDeleted;
}
