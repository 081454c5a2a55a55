import {
  artistAndTitle,
  MAX_CLOCKS,
  MAX_HOLIDAYS,
  MAX_PLAYLISTS,
  MAX_SCHEDULE_ENTRIES,
  MAX_SHOWS,
  type ProgrammeChange,
  type ProgrammeFile,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../database/database.ts";
import { lockUntilEnd } from "../database/transaction-locks.ts";
import { foldText } from "../library/track-rules.ts";
import type { Actor } from "../logs/system-log-rules.ts";
import { readEntry } from "../schedule/entry-actions.ts";
import { isDate } from "../schedule/local-time-rules.ts";
import { lockSchedule } from "../schedule/entry-store.ts";
import type { StoredSettings } from "../settings/settings-store.ts";
import type { ProgrammeFileParts } from "./programme-file-actions.ts";
import { findFileProblem, translate } from "./programme-references.ts";
import {
  decideClock,
  decideEntry,
  decideHoliday,
  decidePlaylist,
  decideShow,
  namesOf,
  type Step,
} from "./programme-steps.ts";
import {
  findFileTracks,
  listStation,
  type FoundTracks,
  type StationProgramme,
} from "./programme-station.ts";

type ProgrammeImport =
  | { readonly kind: "imported"; readonly changes: readonly ProgrammeChange[] }
  /** Nothing changed; the reason names the place in the file. */
  | { readonly kind: "refused"; readonly problem: string }
  | { readonly kind: "settings-not-allowed"; readonly names: readonly string[] };

/**
 * Creates or updates playlists, clocks and shows by name, and entries by content and start, all or nothing. Everything
 * else stays.
 * @param isDryRun only lists the changes
 */
export async function importProgramme(
  parts: ProgrammeFileParts,
  {
    file,
    isDryRun,
    by,
    mayChangeSettings,
  }: {
    readonly file: ProgrammeFile;
    readonly isDryRun: boolean;
    readonly by: Actor;
    readonly mayChangeSettings: boolean;
  },
): Promise<ProgrammeImport> {
  const problem = findFileProblem(file);
  if (problem !== null) return { kind: "refused", problem };
  const found = await findFileTracks(parts, file);
  const outcome = await parts.settings.changeWith<ProgrammeImport>(async (stored, transaction) => {
    await lockSchedule(transaction);
    await lockUntilEnd(transaction, "playlists");
    const settings = changedSettings(stored, file);
    const names = Object.keys(settings);
    if (names.length > 0 && !mayChangeSettings)
      return { change: null, outcome: { kind: "settings-not-allowed", names } };
    const decided = await decideSteps(transaction, { file, found });
    if (decided.kind === "refused") return { change: null, outcome: decided };
    const { steps } = decided;
    if (!isDryRun) for (const { store } of steps) await store?.(transaction);
    const changes = steps.map(({ change }) => change);
    if (names.length > 0)
      changes.unshift({ what: "settings", name: names.join(", "), change: "changed", leftOut: [] });
    const isChange = names.length > 0 && !isDryRun;
    return { change: isChange ? settings : null, outcome: { kind: "imported", changes } };
  });
  if (outcome.kind !== "imported" || isDryRun) return outcome;
  const changed = outcome.changes.filter(({ change }) => change !== "unchanged");
  if (changed.length === 0) return outcome;
  const details = { changed: changed.map(({ what, name }) => `${what} ${name}`) };
  parts.systemLog.recordOperatorAction({ who: by, action: "imported a programme", details });
  parts.events.publish({ type: "playlists.changed" });
  await parts.schedule.reload();
  return outcome;
}

function changedSettings(
  stored: StoredSettings,
  { settings }: ProgrammeFile,
): Partial<Pick<StoredSettings, "timeZone" | "separation" | "kindRules">> {
  const { timeZone, separation, kindRules } = stored;
  const before = { timeZone, separation, kindRules };
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        value !== undefined &&
        !Object.entries(before).some((pair) => isDeepStrictEqual(pair, [name, value])),
    ),
  );
}

async function decideSteps(
  transaction: Connection,
  { file, found }: { readonly file: ProgrammeFile; readonly found: FoundTracks },
): Promise<
  | { readonly kind: "decided"; readonly steps: readonly Step[] }
  | { readonly kind: "refused"; readonly problem: string }
> {
  const station = await listStation(transaction);
  const ids = new Map(found.fixed);
  for (const { id, name } of file.playlists)
    if (id !== undefined) ids.set(id, station.playlists.get(foldText(name))?.id ?? randomUUID());
  for (const { id, name } of file.clocks)
    ids.set(id, station.clocks.get(foldText(name))?.id ?? randomUUID());
  for (const { id, name } of file.shows)
    ids.set(id, station.shows.get(foldText(name))?.id ?? randomUUID());
  for (const { id, username } of file.hosts) {
    const account = station.hosts.get(username.toLowerCase());
    if (account !== undefined) ids.set(id, account);
  }
  const here = translate(withoutMissing(file, ids), ids);
  const missing = missingOf(file, ids);
  const steps: Step[] = [];
  for (const [index, playlist] of here.playlists.entries())
    steps.push(
      await decidePlaylist(transaction, { playlist, station, tracks: found.ofPlaylists[index] }),
    );
  for (const [index, clock] of here.clocks.entries())
    steps.push(decideClock({ clock, station, leftOut: missing.clocks[index] ?? [] }));
  const slugs = new Set(station.slugs);
  for (const [index, show] of here.shows.entries())
    steps.push(decideShow({ show, station, slugs, leftOut: missing.shows[index] ?? [] }));
  for (const [index, entry] of here.entries.entries()) {
    const read = readEntry(entry);
    if (read.kind === "invalid")
      return { kind: "refused", problem: `entries.${index}.${read.field}: ${read.problem}` };
    steps.push(decideEntry({ entry: read.value, station, names: namesOf(here) }));
  }
  for (const [index, holiday] of here.holidays.entries()) {
    if (!isDate(holiday.date))
      return { kind: "refused", problem: `holidays.${index}.date: there is no such day` };
    steps.push(decideHoliday(holiday, station));
  }
  const problem = findOverflow(steps, station);
  return problem === null ? { kind: "decided", steps } : { kind: "refused", problem };
}

function findOverflow(steps: readonly Step[], station: StationProgramme): string | null {
  const most = [
    ["playlist", station.playlists.size, MAX_PLAYLISTS, "playlists"],
    ["clock", station.clocks.size, MAX_CLOCKS, "clocks"],
    ["show", station.shows.size, MAX_SHOWS, "shows"],
    ["holiday", station.holidayCount, MAX_HOLIDAYS, "holidays"],
    ["entry", station.entryCount, MAX_SCHEDULE_ENTRIES, "entries of the schedule"],
  ] as const;
  for (const [noun, before, limit, words] of most) {
    const made = steps.filter(({ change }) => change.what === noun && change.change === "made");
    const count = before + made.length;
    if (count > limit)
      return `the station would have ${count} ${words}; at most ${limit} are possible`;
  }
  return null;
}

/** Removes references to tracks and hosts that the station lacks. */
function withoutMissing(file: ProgrammeFile, ids: ReadonlyMap<string, string>): ProgrammeFile {
  return {
    ...file,
    clocks: file.clocks.map((clock) => ({
      ...clock,
      slots: clock.slots.filter(
        ({ content }) => content.kind !== "track" || ids.has(content.trackId),
      ),
    })),
    shows: file.shows.map((show) => ({
      ...show,
      hostIds: show.hostIds.filter((id) => ids.has(id)),
    })),
  };
}

/** What {@link withoutMissing} removes, as text. */
function missingOf(
  { clocks, shows, tracks, hosts }: ProgrammeFile,
  ids: ReadonlyMap<string, string>,
) {
  const trackNames = new Map(tracks.map(({ id, ...track }) => [id, artistAndTitle(track, "-")]));
  const hostNames = new Map(hosts.map(({ id, username }) => [id, username]));
  return {
    clocks: clocks.map(({ slots }) =>
      slots.flatMap(({ content }, index) =>
        content.kind !== "track" || ids.has(content.trackId)
          ? []
          : [
              `slot ${index + 1}: not found in the library: ${trackNames.get(content.trackId) ?? ""}`,
            ],
      ),
    ),
    shows: shows.map(({ hostIds }) =>
      hostIds.flatMap((id) =>
        ids.has(id) ? [] : [`no account that may broadcast: ${hostNames.get(id) ?? ""}`],
      ),
    ),
  };
}
