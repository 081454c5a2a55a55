import type { ProgrammeFile, ProgrammeFilePlaylist } from "@neonrelay/contract";
import { findTracks } from "../library/track-store.ts";
import { relativePath } from "../playlists/files/file-places.ts";
import { musicRoots, type PlaylistFileParts } from "../playlists/files/playlist-file-actions.ts";
import { listStoredPlaylists, type StoredPlaylist } from "../playlists/playlist-store.ts";
import { listKeptTracks } from "../playlists/playlist-track-store.ts";
import { listClocks } from "../schedule/clock-store.ts";
import { listEntries } from "../schedule/entry-store.ts";
import { listHolidays } from "../schedule/holiday-store.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { listShows, listUsernames } from "../schedule/show-store.ts";
import { toShow } from "../schedule/show-views.ts";
import type { Settings } from "../settings/settings.ts";

export interface ProgrammeFileParts extends PlaylistFileParts {
  readonly settings: Settings;
  readonly schedule: Pick<Schedule, "reload">;
}

/** The whole programme; tracks by path, artist and title, including missing ones. */
export async function exportProgramme(parts: ProgrammeFileParts): Promise<ProgrammeFile> {
  const { connection } = parts.database;
  const roots = await musicRoots(parts);
  const playlists: ProgrammeFilePlaylist[] = [];
  for (const stored of await listStoredPlaylists(connection)) {
    const shape = { id: stored.id, ...shapeOfPlaylist(stored) };
    if (stored.rule === null) {
      const kept = await listKeptTracks(connection, stored.id);
      const tracks = kept.map(({ id: _id, ...track }) => ({
        ...track,
        path: relativePath(track.path, roots),
      }));
      playlists.push({ ...shape, tracks });
    } else playlists.push(shape);
  }
  const clocks = await listClocks(connection);
  const shows = (await listShows(connection)).map(toShow);
  const fixed = clocks.flatMap(({ slots }) =>
    slots.flatMap(({ content }) => (content.kind === "track" ? [content.trackId] : [])),
  );
  const tracks = [...(await findTracks(connection, fixed)).values()].map(
    ({ id, path, artist, title, durationMs }) => ({
      id,
      artist,
      title,
      durationMs,
      path: relativePath(path, roots),
    }),
  );
  const { timeZone, separation, kindRules } = parts.settings.current;
  return {
    format: "neonrelay-programme",
    version: 2,
    settings: { timeZone, separation, kindRules },
    playlists,
    clocks: clocks.map(({ version: _version, ...clock }) => clock),
    shows: shows.map(({ version: _version, pictureUrl: _pictureUrl, ...show }) => show),
    entries: (await listEntries(connection)).map(
      ({ id: _id, version: _version, ...entry }) => entry,
    ),
    holidays: (await listHolidays(connection)).map(
      ({ id: _id, version: _version, ...holiday }) => holiday,
    ),
    tracks,
    hosts: [
      ...(await listUsernames(
        connection,
        shows.flatMap(({ hostIds }) => hostIds),
      )),
    ],
  };
}

export function shapeOfPlaylist(
  stored: StoredPlaylist,
): Omit<ProgrammeFilePlaylist, "id" | "tracks"> {
  const { name, description, order, turn, isSeparated, rule } = stored;
  return { name, description, order, turn, isSeparated, rule };
}
