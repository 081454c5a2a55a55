import {
  MAX_SHOWS,
  type NewShow,
  type ShowChange,
  type ShowContent,
  type ShowRequests,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Connection } from "../database/database.ts";
import { roleHas, type Caller } from "../identity/rights-rules.ts";
import { foldText } from "../library/track-rules.ts";
import { findPlaylist } from "../playlists/playlist-store.ts";
import { findClock } from "./clock-store.ts";
import {
  changeSchedule,
  type ScheduleOutcome,
  type ScheduleParts,
  type ScheduleRefusal,
} from "./schedule-change.ts";
import {
  countShows,
  deleteShow,
  findShow,
  insertShow,
  isShowNameTaken,
  listPossibleHosts,
  listSlugs,
  saveHosts,
  saveShow,
  saveShowPicture,
  type ShowPicture,
  type StoredShow,
} from "./show-store.ts";
import { freeSlug } from "./slug-rules.ts";

export async function createShow(
  parts: ScheduleParts,
  { show, by }: { readonly show: NewShow; readonly by: Caller },
): Promise<ScheduleOutcome<StoredShow>> {
  const id = randomUUID();
  const { hostIds, ...columns } = show;
  const told = { by, action: "made a show", details: { id, show: show.name } };
  return await changeSchedule(parts, told, async (transaction) => {
    if ((await countShows(transaction)) >= MAX_SHOWS) return { kind: "too-many" };
    const nameKey = foldText(show.name);
    if (await isShowNameTaken(transaction, { id, nameKey })) return { kind: "name-taken" };
    const refusal = await findMissingPart(transaction, show);
    if (refusal !== null) return refusal;
    const slug = freeSlug(show.name, await listSlugs(transaction));
    await insertShow(transaction, { ...columns, id, nameKey, slug });
    await saveHosts(transaction, { showId: id, hostIds: [...new Set(hostIds)] });
    return await stored(transaction, id);
  });
}

export async function changeShow(
  parts: ScheduleParts,
  { id, change, by }: { readonly id: string; readonly change: ShowChange; readonly by: Caller },
): Promise<ScheduleOutcome<StoredShow>> {
  const { version, hostIds, ...columns } = change;
  const told = { by, action: "changed a show", details: { id, ...change } };
  return await changeSchedule(parts, told, async (transaction) => {
    const show = await findShow(transaction, id);
    const isTextOnly = Object.keys(change).every((name) => name === "version" || name === "text");
    if (!mayChangeAll(by) && !(isTextOnly && isHost(by, show))) return { kind: "not-yours" };
    if (show === null) return { kind: "unknown" };
    if (show.version !== version) return { kind: "outdated" };
    const nameKey = foldText(columns.name ?? show.name);
    if (await isShowNameTaken(transaction, { id, nameKey })) return { kind: "name-taken" };
    const isSlugTaken =
      columns.slug !== undefined &&
      columns.slug !== show.slug &&
      (await listSlugs(transaction)).has(columns.slug);
    if (isSlugTaken) return { kind: "slug-taken" };
    const added = hostIds?.filter((each) => !show.hosts.some((host) => host.id === each));
    const refusal = await findMissingPart(transaction, { ...columns, hostIds: added });
    if (refusal !== null) return refusal;
    await saveShow(transaction, id, { ...columns, nameKey });
    if (hostIds !== undefined)
      await saveHosts(transaction, { showId: id, hostIds: [...new Set(hostIds)] });
    return await stored(transaction, id);
  });
}

/** Whether the caller may change the text and the picture of a show. */
export async function requireMayChange(
  { database }: Pick<ScheduleParts, "database">,
  { id, by }: { readonly id: string; readonly by: Caller },
): Promise<ScheduleOutcome<null>> {
  const show = await findShow(database.connection, id);
  if (!mayChangeAll(by) && !isHost(by, show)) return { kind: "not-yours" };
  return show === null ? { kind: "unknown" } : { kind: "stored", value: null };
}

/** @param picture null: removes it */
export async function changeShowPicture(
  parts: ScheduleParts,
  {
    id,
    picture,
    by,
  }: { readonly id: string; readonly picture: ShowPicture | null; readonly by: Caller },
): Promise<ScheduleOutcome<StoredShow>> {
  const action = picture === null ? "removed the picture of a show" : "set the picture of a show";
  return await changeSchedule(parts, { by, action, details: { id } }, async (transaction) => {
    const show = await findShow(transaction, id);
    if (!mayChangeAll(by) && !isHost(by, show)) return { kind: "not-yours" };
    if (show === null) return { kind: "unknown" };
    await saveShowPicture(transaction, { showId: id, picture });
    await saveShow(transaction, id, { name: show.name });
    return await stored(transaction, id);
  });
}

/** Removes a show and its schedule entries. */
export async function removeShow(
  parts: ScheduleParts,
  { id, by }: { readonly id: string; readonly by: Caller },
): Promise<ScheduleOutcome<null>> {
  const told = { by, action: "removed a show", details: { id } };
  return await changeSchedule(parts, told, async (transaction) =>
    (await deleteShow(transaction, id)) ? { kind: "stored", value: null } : { kind: "unknown" },
  );
}

function mayChangeAll(caller: Caller): boolean {
  return (
    caller.kind === "access-code" || (caller.kind === "user" && roleHas(caller.role, "programme"))
  );
}

function isHost(caller: Caller, show: StoredShow | null): boolean {
  return caller.kind === "user" && (show?.hosts.some(({ id }) => id === caller.accountId) ?? false);
}

async function stored(transaction: Connection, id: string): Promise<ScheduleOutcome<StoredShow>> {
  const value = await findShow(transaction, id);
  return value === null ? { kind: "unknown" } : { kind: "stored", value };
}

async function findMissingPart(
  transaction: Connection,
  {
    content,
    requests,
    hostIds = [],
  }: {
    readonly content?: ShowContent | undefined;
    readonly requests?: ShowRequests | undefined;
    readonly hostIds?: readonly string[] | undefined;
  },
): Promise<ScheduleRefusal | null> {
  if (content?.kind === "clock" && (await findClock(transaction, content.clockId)) === null)
    return { kind: "unknown-part", field: "content", what: "clock" };
  for (const [field, playlistId] of [
    ["content", playlistOf(content)],
    ["requests", requests?.kind === "playlist" ? requests.playlistId : null],
  ] as const)
    if (playlistId !== null && (await findPlaylist(transaction, playlistId)) === null)
      return { kind: "unknown-part", field, what: "playlist" };
  if (hostIds.length === 0) return null;
  const possible = new Set((await listPossibleHosts(transaction)).map(({ id }) => id));
  return hostIds.every((id) => possible.has(id))
    ? null
    : { kind: "unknown-part", field: "hostIds", what: "account that may broadcast" };
}

function playlistOf(content: ShowContent | undefined): string | null {
  if (content?.kind === "playlist") return content.playlistId;
  return content?.kind === "live" ? content.fallbackPlaylistId : null;
}
